import TreeSnapshot

// The models that belong to lines of a spec, as far as it and the tree match.
extension TreeMatcher {
  /// The models of captured lines, by the capture's name, in ascending order.
  ///
  /// - Parameter aligned: the spec and the tree, aligned; nil if they match.
  func captures(_ aligned: AlignedModel?) -> [String: [Int]] {
    let leads = lines(leadingTo: { self.lines[$0].capture != nil })
    var captures: [String: [Int]] = [:]
    func note(_ line: Int, _ position: Int) {
      if let name = lines[line].capture { captures[name, default: []].append(position) }
    }
    func collect(_ line: Int, _ position: Int) {
      forEachClaim(line, position, where: leads, note)
    }
    func collect(_ aligned: AlignedModel) {
      guard let line = aligned.line, let position = aligned.position else { return }
      switch aligned.state {
      case .matched, .outOfOrder: collect(line, position)
      case .different:
        note(line, position)
        for child in aligned.children { collect(child) }
      case .missing, .extra, .movedAway, .movedHere, .other: break
      }
    }
    if let aligned { collect(aligned) } else { collect(0, 0) }
    return captures.mapValues { $0.sorted() }
  }

  /// The unclaimed models in places that allow others, in document order: one of them may be what another
  /// line lacks.
  ///
  /// Costs one pass over the tree, and one assignment for each model with a line that allows others
  /// anywhere below.
  func freeModels(_ root: AlignedModel) -> [Int] {
    let allowsOthers = lines(leadingTo: { self.lines[$0].completeness != .exact })
    if !allowsOthers[0] { return [] }
    // Claimed, or reported in another way.
    var isTaken = Array(repeating: false, count: columns.subtreeEnds.count)
    func takeAll(from position: Int) {
      for place in position..<Int(columns.subtreeEnds[position]) { isTaken[place] = true }
    }
    func take(_ model: AlignedModel) {
      guard let position = model.position else { return }
      switch model.state {
      case .matched:
        guard let line = model.line else { return }
        forEachClaim(line, position, where: allowsOthers) { line, position in
          if allowsOthers[line] { isTaken[position] = true } else { takeAll(from: position) }
        }
      case .different:
        isTaken[position] = true
        for child in model.children { take(child) }
      case .other, .missing, .movedAway: break
      case .extra, .movedHere, .outOfOrder: takeAll(from: position)
      }
    }
    take(root)
    return isTaken.indices.filter { !isTaken[$0] }
  }

  /// By line: whether it or a line below it is wanted.
  private func lines(leadingTo isWanted: (Int) -> Bool) -> [Bool] {
    var leads = lines.indices.map(isWanted)
    for index in lines.indices.reversed() where leads[index] {
      if let parent = lines[index].parent { leads[parent] = true }
    }
    return leads
  }

  /// Calls `body` with a matched line and its model, and with those directly below lines that lead
  /// further. Costs one claim of children for each model of such a line.
  private func forEachClaim(
    _ line: Int, _ position: Int, where leads: [Bool], _ body: (Int, Int) -> Void
  ) {
    body(line, position)
    if !leads[line] { return }
    for (child, models) in given(line: line, position: position) {
      for model in models { forEachClaim(child, model, where: leads, body) }
    }
  }

  // MARK: Moved models

  /// Inserts a model that belongs to another line into the aligned tree: expands matches on the way,
  /// and adds unclaimed models.
  func insert(_ position: Int, of line: Int, below root: AlignedModel) {
    var parent = root
    while let own = parent.position {
      open(parent, own)
      let inner = parent.children.filter { child in
        child.position.map { $0 <= position && position < Int(columns.subtreeEnds[$0]) } ?? false
      }
      // Below a `deep` line, several models may contain it, one within another.
      if let next = inner.max(by: { $0.position ?? 0 < $1.position ?? 0 }) {
        parent = next
        continue
      }
      var child = position
      if parent.line.map({ lines[$0].completeness != .deep }) ?? true {
        while Int(columns.parents[child]) != own { child = Int(columns.parents[child]) }
      }
      let isGoal = child == position
      let model = AlignedModel(
        isGoal ? .movedHere(line: line) : .other, line: nil, position: child)
      let next = parent.children.firstIndex { $0.position ?? -1 > child }
      parent.children.insert(model, at: next ?? parent.children.endIndex)
      if isGoal { return }
      parent = model
    }
  }

  /// Shows the models below a match.
  private func open(_ model: AlignedModel, _ position: Int) {
    guard model.state == .matched, let line = model.line else { return }
    model.state = .different
    model.children = given(line: line, position: position).flatMap { child, models in
      models.map { AlignedModel(.matched, line: child, position: $0) }
    }.sorted { $0.position ?? 0 < $1.position ?? 0 }
  }
}
