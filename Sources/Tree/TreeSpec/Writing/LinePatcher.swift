import TextIO
import TreeAnalysis
import TreeSnapshot

/// Changes the parts of lines that differ, and writes new lines.
struct LinePatcher {
  private let matcher: TreeMatcher
  private let model: ModelText
  private var spec: Spec { matcher.bound.spec }

  init(_ matcher: TreeMatcher) {
    self.matcher = matcher
    model = matcher.bound.texts
  }

  /// A line's text, with differing parts adapted to a model.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - model: a model that differs from the line; nil if only the count is wrong.
  ///   - count: the number of models that the line must allow; nil keeps its count.
  func patched(line: Int, _ model: AlignedModel?, count: Int? = nil) -> String {
    let written = spec.lines[line]
    var edits: [(span: Span, text: String)] = []
    var appended: [String] = []
    var seen: Set<AttributeKind> = []
    let differences = model?.differences ?? []
    for difference in differences where seen.insert(difference.attribute).inserted {
      guard let position = model?.position else { continue }
      let attribute = difference.attribute
      if attribute == .name {
        edits.append((written.nameSpan, SpecText.name(matcher.bound.snapshot[position].name)))
        continue
      }
      let text = replacement(for: attribute, written, position, differences)
      if let span = written.attribute(attribute)?.span {
        edits.append((span, text ?? ""))
      } else if let text {
        appended.append(text)
      }
    }
    if let count, let new = written.count.allowing(count) {
      let end = written.nameSpan.end
      edits.append(
        written.countSpan.map { ($0, new.text) } ?? (Span(start: end, end: end), " \(new.text)"))
    }
    return apply(edits, appended, to: spec.text[written.number - 1], end: written.partsEnd)
  }

  private func apply(
    _ edits: [(span: Span, text: String)], _ appended: [String], to text: String, end: Int
  ) -> String {
    var bytes = Array(text.utf8)
    var all = edits
    for text in appended { all.append((Span(start: end, end: end), " \(text)")) }
    // From the end, so that places stay valid; edits at one place keep their order.
    for edit in all.enumerated().sorted(by: {
      ($1.element.span.start, $1.offset) < ($0.element.span.start, $0.offset)
    }).map(\.element) {
      var span = edit.span
      // Removing a text also removes the space before it.
      if edit.text.isEmpty, span.start > 0, bytes[span.start - 1] == UInt8(ascii: " ") {
        span.start -= 1
      }
      bytes.replaceSubrange(span.start..<span.end, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Attributes

  /// The new text of an attribute; nil if it is removed.
  private func replacement(
    for kind: AttributeKind, _ written: SpecLine, _ position: Int,
    _ differences: [AttributeDifference]
  ) -> String? {
    let attribute = written.attribute(kind)
    let isDenied = written.unnamed.absent.contains(kind)
    if kind == .leaf, case .flag(let isLeaf)? = attribute?.claim {
      return isLeaf ? "[!leaf]" : "[leaf]"
    }
    let list = attribute?.claim.list
    if list == nil, attribute != nil || AttributeKind.single.contains(kind) {
      return model.attribute(kind, of: position) ?? (isDenied ? nil : "[!\(kind.rawValue)]")
    }
    let own = differences.filter { $0.attribute == kind }
    var missing = own.compactMap(\.expected?.element)
    var elements: [SpecElement] = []
    var ordered: [SpecElement]?
    for case .order(let elements)? in own.map(\.hint) { ordered = elements }
    if let ordered { missing.removeAll(where: ordered.contains) }
    if let list, list.strictness != .absent {
      for element in ordered ?? list.elements {
        if let place = missing.firstIndex(of: element) {
          missing.remove(at: place)
        } else {
          elements.append(element)
        }
      }
    }
    elements += own.compactMap(\.found?.element)
    let isClosed = list?.strictness == .only || list?.strictness == .absent
    if elements.isEmpty { return isDenied || !isClosed ? nil : "[!\(kind.rawValue)]" }
    let words =
      (isClosed && !isDenied ? "only " : "") + (list?.isOrdered == true ? "ordered " : "")
    return "[\(kind.rawValue) \(words)\(elements.written)]"
  }

  // MARK: New lines

  /// Lines that move with their models.
  struct Moved {
    /// By the model's current position.
    private(set) var blocks: [Int: SpecBlock] = [:]
    /// The positions of these models and their ancestors.
    private(set) var places: Set<Int> = []

    mutating func add(_ block: SpecBlock, at position: Int, _ columns: Columns) {
      blocks[position] = block
      var place = position
      while places.insert(place).inserted, place > 0 { place = Int(columns.parents[place]) }
    }
  }

  /// Blocks for models without a line; consecutive identical ones share a block.
  ///
  /// - Parameter levels: the number of levels above them.
  /// - Throws: `SpecError` if they are deeper than a spec can be.
  func blocks(
    of positions: [Int], _ parent: SpecLine, indent: Int, _ classes: AlikeModels, _ moved: Moved,
    below levels: Int? = nil
  ) throws(SpecError) -> [(block: SpecBlock, position: Int)] {
    if positions.isEmpty { return [] }
    let levels = levels ?? spec.level(of: parent)
    if levels == Spec.nestingLimit { throw tooDeep(parent) }
    var blocks: [(block: SpecBlock, position: Int)] = []
    var place = 0
    while place < positions.count {
      let position = positions[place]
      if let block = moved.blocks[position] {
        blocks.append((keeping(block, below: parent).indented(to: indent), position))
        place += 1
        continue
      }
      var count = 1
      while !moved.places.contains(position), place + count < positions.count,
        case let next = positions[place + count], !moved.places.contains(next),
        next == Int(matcher.columns.subtreeEnds[positions[place + count - 1]]),
        classes.areAlike(next, position)
      {
        count += 1
      }
      var block = block(of: position, count, parent, indent)
      var children = matcher.columns.children(of: position)
      // A model that no line needs is written only for models that moved below it.
      if parent.mode.completeness != .exact, moved.places.contains(position) {
        children = children.filter(moved.places.contains)
      }
      block.children = try self.blocks(
        of: children, parent, indent: indent + 2, classes, moved, below: levels + 1
      ).map(\.block)
      blocks.append((block, position))
      place += count
    }
    return blocks
  }

  private func block(
    of position: Int, _ count: Int, _ parent: SpecLine, _ indent: Int
  ) -> SpecBlock {
    // The attributes that the mode requires, and those that describe a model best.
    let kinds = parent.unnamed.absent + [.session, .label, .handles, .services]
    let text = model.line(of: position, count: count, kinds)
    return SpecBlock(text: String(repeating: " ", count: indent) + text, indent: indent)
  }

  private func tooDeep(_ parent: SpecLine) -> SpecError {
    let problem = LineProblem(
      parent.nameSpan,
      """
      the tree below is deeper than the \(Spec.nestingLimit) levels of a spec; allow other children here \
      with '...'
      """)
    return SpecError(name: spec.name, problems: [spec.problem(problem, line: parent.number)])
  }

  /// A block that moves below another line keeps its meaning: modes that it inherited are written
  /// out if the new parent's differ.
  private func keeping(_ block: SpecBlock, below parent: SpecLine) -> SpecBlock {
    guard let line = block.line.map({ spec.lines[$0] }) else { return block }
    var texts: [String] = []
    // The mode of the line itself, not the exception of `...`.
    if line.mode != parent.mode, line.attribute(.children) == nil {
      let isLeaf = line.children.isEmpty && line.openLine == nil
      if !isLeaf {
        texts.append("[children \(line.mode.text)]")
      } else if line.mode.completeness != parent.mode.completeness {
        texts.append(
          line.mode.completeness == .exact ? "[leaf]" : "[children \(line.mode.text)]")
      }
      if isLeaf, line.attribute(.leaf) != nil { texts = [] }
    }
    if line.unnamed != parent.unnamed, line.attribute(.attributes) == nil {
      texts.append("[attributes \(line.unnamed.text)]")
    }
    if texts.isEmpty { return block }
    var block = block
    block.text = apply([], texts, to: block.text, end: line.partsEnd)
    return block
  }
}

extension Spec {
  /// The number of levels of lines, including this one.
  fileprivate func level(of line: SpecLine) -> Int {
    var (level, parent) = (1, line.parent)
    while let above = parent { (level, parent) = (level + 1, lines[above].parent) }
    return level
  }
}

extension ModelCount {
  /// A count that also allows this number of models; nil if this one does.
  func allowing(_ count: Int) -> ModelCount? {
    if count >= least, count <= most ?? .max { return nil }
    if least == most { return ModelCount(least: count, most: count) }
    return ModelCount(least: min(least, count), most: most.map { max($0, count) })
  }
}
