import TreeSnapshot

/// Puts the blocks of a spec's tree where the tree wants them.
struct BlockPatcher {
  private let matcher: TreeMatcher
  private let texts: LinePatcher
  private let classes: NodeClasses
  private var columns: Columns { matcher.columns }
  /// The blocks of lines that go elsewhere, by line.
  private var moving: [Int: SpecBlock] = [:]

  init(_ matcher: TreeMatcher, _ aligned: AlignedModel, _ root: SpecBlock) {
    self.matcher = matcher
    texts = LinePatcher(matcher)
    classes = matcher.classes
    collectMoving(aligned, root)
  }

  private mutating func collectMoving(_ aligned: AlignedModel, _ block: SpecBlock) {
    guard let line = aligned.line else { return }
    for child in aligned.children {
      guard let index = child.line,
        let place = matcher.lines[line].children.firstIndex(of: index)
      else { continue }
      if case .movedAway = child.state, matcher.lines[index].count == .one {
        moving[index] = block.children[place]
      } else if child.state == .different {
        collectMoving(child, block.children[place])
      }
    }
  }

  /// What becomes of a line and those below it.
  func patched(_ aligned: AlignedModel, _ block: SpecBlock) -> SpecBlock {
    guard aligned.state == .different, let line = aligned.line, let position = aligned.position
    else { return block }
    var block = block
    block.text = texts.patched(line: line, position: position, aligned.differences)
    let (children, orphaned) = children(of: aligned, line, block)
    block.children = children
    block.opening = orphaned + block.opening
    return block
  }

  // MARK: Children

  /// A child's block, and the first model that it stands for, where it stands for one.
  private struct Entry {
    var block: SpecBlock
    var position: Int?
  }

  /// The blocks below a line, and the comments of those at its end that went.
  private func children(
    of aligned: AlignedModel, _ line: Int, _ block: SpecBlock
  ) -> (blocks: [SpecBlock], orphaned: [String]) {
    let spec = matcher.lines[line]
    var byLine: [Int: [AlignedModel]] = [:]
    for child in aligned.children {
      if case .extra(.beyondCount(let line)) = child.state {
        byLine[line, default: []].append(child)
      } else if let line = child.line {
        byLine[line, default: []].append(child)
      }
    }
    var entries: [Entry] = []
    // Comments above a line that goes stay where they were.
    var orphaned: [String] = []
    var added: [Int] = []
    for (place, index) in spec.children.enumerated() {
      let entry = entry(
        for: index, byLine[index] ?? [], block.children[place], &added)
      guard var entry else {
        if moving[index] == nil { orphaned += block.children[place].comments }
        continue
      }
      entry.block.leading = orphaned + entry.block.leading
      orphaned = []
      entries.append(entry)
    }
    let indent = block.children.first?.indent ?? spec.indent + 2
    let inserted = insertions(aligned, added, spec, indent)
    return (place(inserted, among: entries, isOrdered: spec.mode.order == .ordered), orphaned)
  }

  /// What becomes of one line; nil where it goes.
  ///
  /// - Parameter added: gets the models that need a line of their own.
  private func entry(
    for line: Int, _ models: [AlignedModel], _ block: SpecBlock, _ added: inout [Int]
  ) -> Entry? {
    let count = matcher.lines[line].count
    var right: [Int] = []
    var different: [AlignedModel] = []
    var lacking = 0
    for model in models {
      switch model.state {
      case .matched, .outOfOrder, .extra: model.position.map { right.append($0) }
      case .different: different.append(model)
      case .missing(let number): lacking += number
      case .movedAway, .movedHere: lacking += 1
      }
    }
    var block = block
    if right.isEmpty, let first = different.first {
      // One that is different changes the line; others like it come along.
      block = patched(first, block)
      let same = different.filter { isAlike($0, first) }
      added += different.filter { !isAlike($0, first) }.compactMap(\.position)
      block.text = texts.counted(block.text, line: line, least: same.count)
      return Entry(block: block, position: first.position)
    }
    added += different.compactMap(\.position)
    if right.isEmpty {
      // Nothing needed and nothing there is as it should be.
      if lacking == 0 { return Entry(block: block, position: nil) }
      return nil
    }
    let isCountRight =
      right.count >= count.least && right.count <= count.most ?? .max
    if !isCountRight { block.text = texts.counted(block.text, line: line, least: right.count) }
    return Entry(block: block, position: right.min())
  }

  private func isAlike(_ one: AlignedModel, _ other: AlignedModel) -> Bool {
    guard let first = one.position, let second = other.position else { return false }
    return classes.classes[first] == classes.classes[second]
  }

  // MARK: New lines

  private func insertions(
    _ aligned: AlignedModel, _ added: [Int], _ spec: SpecLine, _ indent: Int
  ) -> [Entry] {
    var entries: [Entry] = []
    var new = added
    for child in aligned.children {
      guard let position = child.position else { continue }
      switch child.state {
      case .movedHere(let line):
        if let block = moving[line] {
          entries.append(Entry(block: block.indented(to: indent), position: position))
        } else {
          new.append(position)
        }
      case .extra(.unknown): new.append(position)
      default: break
      }
    }
    let written = texts.blocks(of: new.sorted(), spec, indent: indent, classes)
    entries += written.map { Entry(block: $0.block, position: $0.position) }
    return entries
  }

  private func place(
    _ inserted: [Entry], among entries: [Entry], isOrdered: Bool
  ) -> [SpecBlock] {
    var all = entries
    if isOrdered {
      // A line without a model keeps its place behind the one before it.
      var last = -1
      var keyed: [(key: (Int, Int), entry: Entry)] = []
      for (number, entry) in all.enumerated() {
        last = entry.position ?? last
        keyed.append(((last, number), entry))
      }
      all = keyed.sorted { $0.key < $1.key }.map(\.entry)
    }
    for entry in inserted.sorted(by: { ($0.position ?? 0) < ($1.position ?? 0) }) {
      let position = entry.position ?? .max
      let before = all.lastIndex { $0.position.map { $0 < position } ?? false }
      all.insert(entry, at: before.map { $0 + 1 } ?? 0)
    }
    return all.map(\.block)
  }
}

extension SpecBlock {
  /// All lines of the block that are comments alone.
  var comments: [String] {
    (leading + opening.dropLast()).filter { !$0.allSatisfy { $0 == " " } }
      + children.flatMap(\.comments)
  }
}
