import TreeSnapshot

/// Reads the trees of a checkpoint.
struct CheckpointReader {
  private let contents: JournalContents
  private let segment: JournalContents.Segment
  private var place: Int

  init(_ contents: JournalContents, _ segment: JournalContents.Segment) {
    self.contents = contents
    self.segment = segment
    place = JournalFormat.segmentWords
  }

  private var damage: JournalFault { .wrongCheckpoint(position: segment.position) }

  private mutating func next() throws(JournalFault) -> UInt64 {
    guard place < segment.checkpointWords else { throw damage }
    defer { place += 1 }
    return contents.word(place, of: segment)
  }

  private mutating func halves() throws(JournalFault) -> (low: UInt32, high: UInt32) {
    let word = try next()
    return (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 32))
  }

  /// A count of things that take at least `words` words each.
  private func checked(_ count: UInt64, words: Int) throws(JournalFault) -> Int {
    guard count <= UInt64((segment.checkpointWords - place) / words) else { throw damage }
    return Int(count)
  }

  mutating func trees() throws(JournalFault) -> [ReplayedTree] {
    var trees: [ReplayedTree] = []
    for _ in 0..<(try checked(UInt64(max(0, segment.treeCount)), words: 2)) {
      trees.append(try tree())
    }
    return trees
  }

  private mutating func tree() throws(JournalFault) -> ReplayedTree {
    let number = try next()
    guard number <= JournalFormat.mostTrees else { throw damage }
    let counts = try halves()
    let vocabulary = try checked(UInt64(counts.high), words: 1)
    let count = try checked(UInt64(counts.low), words: 4)
    var tree = ReplayedTree(number: Int(number), names: names)
    tree.reserve(count)
    for _ in 0..<vocabulary {
      if let message = names.message(try name()) { tree.vocabulary.append(message) }
    }
    for ordinal in 0..<count {
      guard tree.add(try model(ordinal)) else { throw damage }
    }
    return tree
  }

  private var names: JournalNames { contents.names }

  private mutating func name() throws(JournalFault) -> UInt32 {
    UInt32(truncatingIfNeeded: try next())
  }

  private mutating func model(_ ordinal: Int) throws(JournalFault) -> ReplayedTree.Model {
    let head = try next()
    let (type, parent) = try halves()
    guard ordinal == 0 || Int(parent) < ordinal else { throw damage }
    var model = ReplayedTree.Model(
      id: Int(head & JournalFormat.idMask), type: type,
      isSession: head & JournalFormat.ModelFlag.isSession != 0,
      isUnopened: head & JournalFormat.ModelFlag.isUnopened != 0, source: try next(),
      parent: ordinal == 0 ? -1 : Int32(parent))
    let (representation, subscriptions) = try halves()
    if representation != 0 { model.representation = names.text(representation) ?? "…" }
    if head & JournalFormat.ModelFlag.hasServices != 0 {
      for _ in 0..<(try checked(try next(), words: 1)) {
        model.services.append(names.text(try name()) ?? "…")
      }
    }
    if head & JournalFormat.ModelFlag.hasRaises != 0 {
      for _ in 0..<(try checked(try next(), words: 1)) {
        if let message = names.message(try name()) { model.raises.append(message) }
      }
    }
    if head & JournalFormat.ModelFlag.isDescribed != 0 { model.description = try description() }
    for _ in 0..<(try checked(UInt64(subscriptions), words: 2)) {
      let (name, payload) = try halves()
      let source = try next()
      guard let message = names.message(name) else { continue }
      model.subscriptions.append(
        ReplayedTree.Registration(message: message, payload: names.text(payload), source: source))
    }
    return model
  }

  private mutating func description() throws(JournalFault) -> ReplayedTree.Description {
    let (label, count) = try halves()
    var description = ReplayedTree.Description(
      label: label == UInt32.max ? nil : try text(label),
      number: segment.looked)
    for _ in 0..<(try checked(UInt64(count), words: 1)) {
      let (key, value) = try halves()
      description.state.append(StateEntry(key: try text(key), value: try text(value)))
    }
    return description
  }

  private mutating func text(_ length: UInt32) throws(JournalFault) -> String {
    let words = try checked((UInt64(length) + 7) / 8, words: 1)
    defer { place += words }
    return contents.text(place..<(place + words), Int(length), of: segment)
  }
}
