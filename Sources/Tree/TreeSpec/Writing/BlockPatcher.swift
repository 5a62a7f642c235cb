import TextIO
import TreeAnalysis
import TreeSnapshot

/// Moves, changes, adds and removes the blocks of a spec's tree to match a tree.
struct BlockPatcher {
  private let matcher: TreeMatcher
  private let texts: LinePatcher
  private let classes: AlikeModels
  /// The lines that move elsewhere.
  private var moving: Set<Int> = []
  private var moved = LinePatcher.Moved()
  /// The lines that stay although their models are gone.
  private let left: [Int]
  private let changes: PatchChanges

  init(
    _ matcher: TreeMatcher, _ aligned: AlignedModel, _ root: SpecBlock, leaving left: [Int],
    _ changes: PatchChanges
  ) {
    self.matcher = matcher
    self.left = left
    self.changes = changes
    texts = LinePatcher(matcher)
    classes = AlikeModels(matcher.bound.snapshot)
    collectMoving(aligned, root)
  }

  private mutating func collectMoving(_ aligned: AlignedModel, _ block: SpecBlock) {
    let byLine = modelsByLine(aligned)
    for child in block.children {
      // If a line asks for several models, its block stays for the others.
      guard let line = child.line, let models = byLine[line], models.count == 1 else { continue }
      switch models[0].state {
      case .movedAway(let position):
        guard matcher.lines[line].count == .one else { continue }
        moving.insert(line)
        moved.add(child, at: position, matcher.columns)
      case .different, .missing: collectMoving(models[0], child)
      default: break
      }
    }
  }

  private func modelsByLine(_ aligned: AlignedModel) -> [Int: [AlignedModel]] {
    var byLine: [Int: [AlignedModel]] = [:]
    for child in aligned.children {
      if case .extra(.beyondCount(let line)) = child.state {
        byLine[line, default: []].append(child)
      } else if let line = child.line {
        byLine[line, default: []].append(child)
      }
    }
    return byLine
  }

  /// Patches a line and those below it.
  ///
  /// - Throws: `SpecError` if the tree is deeper than a spec can be.
  func patched(_ aligned: AlignedModel, _ block: SpecBlock) throws(SpecError) -> SpecBlock {
    guard aligned.state == .different, let line = aligned.line else { return block }
    var block = block
    block.text = texts.patched(line: line, aligned)
    changes.noteDifferences(of: aligned, line)
    try patchChildren(of: &block, aligned, matcher.lines[line])
    return block
  }

  // MARK: Children

  /// A child's block, and its models.
  private struct Entry {
    var block: SpecBlock
    var positions: [Int]
    /// The model whose differences change the line.
    var different: AlignedModel?
    /// Its place among the entries that stay; nil for a new one.
    var place: Int?
  }

  private func patchChildren(
    of block: inout SpecBlock, _ aligned: AlignedModel, _ spec: SpecLine
  ) throws(SpecError) {
    let byLine = modelsByLine(aligned)
    var entries: [Entry] = []
    var opening: (block: SpecBlock, place: Int)?
    // The comments above a removed line stay in place.
    var orphaned: [String] = []
    var added: [Int] = []
    for var child in block.children {
      guard let line = child.line else {
        child.leading = orphaned + child.leading
        orphaned = []
        opening = (child, entries.count)
        continue
      }
      guard var entry = try entry(for: line, byLine[line] ?? [], child, &added) else {
        if spec.completeness != .exact { changes.noteRemoved(child, except: moving) }
        orphaned += comments(of: child)
        continue
      }
      entry.block.leading = orphaned + entry.block.leading
      entry.place = entries.count
      orphaned = []
      entries.append(entry)
    }
    for child in aligned.children {
      guard let position = child.position else { continue }
      switch child.state {
      case .movedHere, .extra(.unknown), .other: added.append(position)
      default: break
      }
    }
    let isOrdered = spec.mode.order == .ordered
    if isOrdered { keepRuns(of: &entries, &added) }
    for place in entries.indices { count(&entries[place], spec) }
    let indent = block.children.first?.indent ?? spec.indent + 2
    let new = try texts.blocks(of: added.sorted(), spec, indent: indent, classes, moved)
    var all = arranged(
      entries, new.map { Entry(block: $0.block, positions: [$0.position]) }, isOrdered: isOrdered)
    if let opening {
      let next = all.indices.filter { all[$0].place.map { $0 >= opening.place } ?? false }
        .min { all[$0].place ?? 0 < all[$1].place ?? 0 }
      all.insert(Entry(block: opening.block, positions: []), at: next ?? all.endIndex)
    }
    block.children = all.map(\.block)
    block.trailing = orphaned + block.trailing
  }

  /// All comments of a removed block, except those that move with their lines.
  private func comments(of block: SpecBlock) -> [String] {
    if let line = block.line, moving.contains(line) { return [] }
    return block.leading.filter { !$0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
      + block.children.flatMap(comments) + block.trailing
  }

  /// Patches one line; nil if it is removed.
  ///
  /// - Parameter added: receives the models that need a line of their own.
  private func entry(
    for line: Int, _ models: [AlignedModel], _ block: SpecBlock, _ added: inout [Int]
  ) throws(SpecError) -> Entry? {
    var right: [Int] = []
    var different: [AlignedModel] = []
    var isLacking = false
    for model in models {
      switch model.state {
      case .matched, .outOfOrder, .extra: model.position.map { right.append($0) }
      case .different: different.append(model)
      case .missing, .movedAway, .movedHere, .other: isLacking = true
      }
    }
    if right.isEmpty, let first = different.first {
      // One differing model changes the line; identical ones share it.
      let same = different.filter { isAlike($0, first) }
      added += different.filter { !isAlike($0, first) }.compactMap(\.position)
      return Entry(
        block: try patched(first, block), positions: same.compactMap(\.position).sorted(),
        different: first)
    }
    added += different.compactMap(\.position)
    // If no model is needed and none exists, the line is right.
    return right.isEmpty && isLacking && !left.contains(line)
      ? nil : Entry(block: block, positions: right.sorted())
  }

  private func isAlike(_ one: AlignedModel, _ other: AlignedModel) -> Bool {
    guard let first = one.position, let second = other.position else { return false }
    return classes.areAlike(first, second)
  }

  /// In an ordered list, no other line's model may be among a line's models: the line keeps its
  /// longest run, and the other models get lines of their own.
  private func keepRuns(of entries: inout [Entry], _ added: inout [Int]) {
    var owners: [(position: Int, place: Int?)] = added.map { ($0, nil) }
    for (place, entry) in entries.enumerated() {
      owners += entry.positions.map { ($0, place) }
      entries[place].positions = []
    }
    owners.sort { $0.position < $1.position }
    var start = 0
    while start < owners.count {
      let owner = owners[start].place
      let end = owners[start...].firstIndex { $0.place != owner } ?? owners.count
      let run = owners[start..<end].map(\.position)
      start = end
      guard let owner else { continue }
      if run.count > entries[owner].positions.count {
        added += entries[owner].positions
        entries[owner].positions = run
      } else {
        added += run
      }
    }
  }

  private func count(_ entry: inout Entry, _ parent: SpecLine) {
    guard let line = entry.block.line, !entry.positions.isEmpty else { return }
    if parent.completeness != .exact { changes.noteCount(entry.positions.count, line) }
    entry.block.text = texts.patched(
      line: line, entry.different, count: entry.positions.count)
  }

  // MARK: Order

  private func arranged(_ entries: [Entry], _ new: [Entry], isOrdered: Bool) -> [Entry] {
    var all = entries
    if isOrdered {
      // A line without a model keeps its place after the preceding line.
      var last = -1
      var keyed: [(key: (Int, Int), entry: Entry)] = []
      for (number, entry) in all.enumerated() {
        last = entry.positions.first ?? last
        keyed.append(((last, number), entry))
      }
      all = keyed.sorted { $0.key < $1.key }.map(\.entry)
    }
    // New entries ascend: each follows the last one whose model precedes its own.
    var least = [Int](repeating: .max, count: all.count + 1)
    for place in all.indices.reversed() {
      least[place] = min(least[place + 1], all[place].positions.first ?? .max)
    }
    var merged: [Entry] = []
    var next = 0
    for entry in new {
      let position = entry.positions.first ?? .max
      while next < all.count, least[next] < position {
        merged.append(all[next])
        next += 1
      }
      merged.append(entry)
    }
    return merged + all[next...]
  }
}
