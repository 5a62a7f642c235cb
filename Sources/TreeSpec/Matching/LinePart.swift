import TreeSnapshot

/// A line of a spec with what an answer about one model needs, as a spec of its own.
///
/// Below a line that asks for models at any depth that is everything; below any other the lines of the
/// children, in which the lines below these are one that stands for them.
struct LinePart {
  let spec: Spec
  let isDeep: Bool
  /// By line of the part: the line of the whole.
  let origins: [Int]
  /// The lines of children that have lines below them, by their numbers in the whole.
  let innerChildren: [Int]
  /// Which names a line below asks for.
  let namesBelow: [NamePattern]

  /// - Parameter classes: which lines of the whole ask for the same, as `BoundSpec.classes(of:)` has them.
  init(_ line: Int, of whole: Spec, classes: [Int32]) {
    isDeep = whole.lines[line].completeness == .deep
    var end = line + 1
    while end < whole.lines.count, whole.lines[end].indent > whole.lines[line].indent { end += 1 }
    namesBelow = whole.lines[(line + 1)..<end].map(\.pattern)
    var lines: [SpecLine]
    if isDeep {
      origins = Array(line..<end)
      innerChildren = []
      lines = whole.lines[line..<end].map { own in
        var own = own
        own.parent = own.parent.map { $0 - line }
        own.children = own.children.map { $0 - line }
        return own
      }
      lines[0].parent = nil
    } else {
      let children = whole.lines[line].children
      origins = [line] + children
      innerChildren = children.filter { !whole.lines[$0].children.isEmpty }
      lines = origins.map { whole.lines[$0] }
      lines[0].parent = nil
      lines[0].children = Array(lines.indices.dropFirst())
      for (place, child) in children.enumerated() {
        lines[place + 1].parent = 0
        if lines[place + 1].children.isEmpty { continue }
        lines[place + 1].children = [lines.count]
        // Lines that ask for the same below them stay alike, and others different.
        let name = "\u{0}\(classes[child])"
        lines.append(
          SpecLine(
            number: lines[place + 1].number, indent: lines[place + 1].indent + 2, parent: place + 1,
            pattern: NamePattern(form: .literal(name), text: name), mode: lines[place + 1].mode,
            unnamed: lines[place + 1].unnamed))
      }
    }
    spec = Spec(
      name: whole.name, title: nil, text: whole.text, lines: lines, assertions: [], captures: [:],
      bindings: [:], rules: [], included: [])
  }
}
