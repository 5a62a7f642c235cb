import TreeSnapshot

/// The drawing in Graphviz's language, with the places of boxes and lines: `neato -n2` draws it
/// with this layout, `dot` with its own.
struct DOTWriter {
  private let drawing: Drawing
  private let isDark: Bool
  private var dot = ""

  /// The text of a drawing. Costs time and memory in proportion to its boxes.
  static func text(of drawing: Drawing, isDark: Bool = false) -> String {
    var writer = DOTWriter(drawing: drawing, isDark: isDark)
    writer.write()
    return writer.dot
  }

  /// The first and the last wide line of a route below each box, which cover the others.
  private var routes: [Int: [[TreeLayout.Point]]] = [:]

  private init(drawing: Drawing, isDark: Bool) {
    self.drawing = drawing
    self.isDark = isDark
    for index in drawing.boxes.indices where drawing.styles[index]?.route != nil {
      let line = drawing.layout.lines[index]
      routes[drawing.parents[index]] = [routes[drawing.parents[index]]?.first ?? line, line]
    }
  }

  /// The line to a box, without what a wide one covers: Graphviz draws lines in an order of its own.
  private func line(to index: Int) -> [TreeLayout.Point] {
    let line = drawing.layout.lines[index]
    if drawing.styles[index]?.route != nil { return line }
    let rests = routes[drawing.parents[index], default: []].map {
      RouteLine.rest(of: line, after: $0)
    }
    return rests.min { RouteLine.length($0) < RouteLine.length($1) } ?? line
  }

  private static let broad = 2.4

  private mutating func write() {
    dot.reserveCapacity(drawing.boxes.count * 640)
    writeHead()
    for index in drawing.boxes.indices { writeNode(index) }
    for index in drawing.boxes.indices.dropFirst() { writeEdge(to: index) }
    dot += "}\n"
  }

  // The text says `line` instead of `ortho`: Graphviz 2.42's `ortho` ended the process with a
  // failed assertion on 15 of 1,500 random trees of 8 nodes, 84 of 1,200 of 16, and 9 of 500 of 30.
  // This affects only `dot`.
  private mutating func writeHead() {
    let name = DOTText.identifier(DOTText.visible(drawing.diagram.snapshot.name ?? "model tree"))
    let space = "<font point-size=\"6\">&#160;</font><br/>"
    let heading = drawing.heading.map { row, size in
      "<font point-size=\"\(size.shortText)\">\(html(row))</font><br align=\"left\"/>"
    }
    dot += """
      digraph "\(name)" {
        graph [rankdir=TB, newrank=true, splines=line, nodesep=0.35, ranksep=0.45, \
      bgcolor="\(color(Palette.background))", fontcolor="\(color(Palette.text))", \(Self.font), \
      fontsize=\(NodeBox.fontSize.shortText), \
      pad=0.2, labelloc=t, labeljust=l,
               label=<\(heading.joined(separator: space))\(space)>]
        node [shape=plain, fontcolor="\(color(Palette.text))", \(Self.font), \
      fontsize=\(NodeBox.fontSize.shortText)]
        edge [color="\(color(Palette.Tone.plain.ink))", arrowhead=none, arrowsize=0.7, \
      tailport=s, headport=n, fontcolor="\(color(Palette.text))", \(Self.font), fontsize=11]

      """
  }

  /// A color of the scheme.
  private func color(_ color: Palette.Color) -> String { isDark ? color.dark : color.light }

  private static let font =
    "fontname=\"Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif\""

  /// The DOT name of a node.
  private func identifier(_ index: Int) -> String {
    let id = drawing.diagram.snapshot[drawing.positions[index]].id
    return id < 0 ? "\"n\(id)\"" : "n\(id)"
  }

  private mutating func writeNode(_ index: Int) {
    let box = drawing.boxes[index]
    let place = drawing.layout.boxes[index]
    let style = box.isDashed ? " style=\"dashed\"" : ""
    dot += "  \(identifier(index)) [pos=\""
    dot += Self.point(.init(x: place.x + place.width / 2, y: place.y + place.height / 2), drawing)
    dot += "\", label=<<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\""
    dot += "\(style) color=\"\(color(box.tone.ink))\" bgcolor=\"\(color(Palette.box))\">"
    // The cells fill the table except for its frame, which takes a point on each side.
    for row in 0...box.rows.count {
      var height = row == 0 ? NodeBox.headerHeight - 1 : NodeBox.rowHeight
      if row == box.rows.count { height += (row == 0 ? 0 : NodeBox.bottom) - 1 }
      let color = row == 0 && box.hasHeader ? " bgcolor=\"\(color(box.tone.header))\"" : ""
      dot += "\n    <tr><td align=\"left\" width=\"\((place.width - 2).shortText)\""
      // Spaces serve as padding, because Graphviz would also pad above and below the text.
      dot += " height=\"\(height.shortText)\"\(color)>&#160;&#160;"
      let text = html(row == 0 ? box.header : box.rows[row - 1])
      dot +=
        row == 0
        ? "<font point-size=\"\(NodeBox.nameSize.shortText)\">\(text)</font></td></tr>"
        : "\(text)</td></tr>"
    }
    let tooltip = DOTText.tooltip(drawing.diagram.tooltip(at: drawing.positions[index]))
    dot += "</table>>, tooltip=\"\(tooltip)\"]\n"
  }

  private func html(_ row: TextRow) -> String {
    row.pieces.reduce(into: "") { html, piece in
      let text = DOTText.html(piece.text)
      let bold = piece.isBold ? "<b>\(text)</b>" : text
      switch piece.ink {
      case .text: html += bold
      case .note: html += "<font color=\"\(color(Palette.note))\">\(bold)</font>"
      case .tone(let tone): html += "<font color=\"\(color(tone.ink))\">\(bold)</font>"
      }
    }
  }

  private mutating func writeEdge(to index: Int) {
    var line = line(to: index)
    dot += "  \(identifier(drawing.parents[index])) -> \(identifier(index)) ["
    var tip = ""
    if let style = drawing.styles[index] {
      dot += "color=\"\(color(style.tone.ink))\", "
      if style.isDashed { dot += "style=dashed, " }
      switch style.route {
      case .hop(let number):
        dot += "penwidth=\(Self.broad), dir=back, arrowtail=normal, label=\"\(number)\", lp=\""
        dot += "\(Self.point(RouteLine.numberPlace(line), drawing))\", "
        tip = "s,\(Self.point(line[0], drawing)) "
        RouteLine.shorten(&line, atStart: true)
      case .way:
        dot += "penwidth=\(Self.broad), arrowhead=normal, "
        tip = "e,\(Self.point(line[line.count - 1], drawing)) "
        RouteLine.shorten(&line, atStart: false)
      case nil: break
      }
    }
    dot += "pos=\"\(tip)\(Self.point(line[0], drawing))"
    for (from, to) in zip(line, line.dropFirst()) {
      let end = Self.point(to, drawing)
      dot += " \(Self.point(from, drawing)) \(end) \(end)"
    }
    dot += "\"]\n"
  }

  /// A place in Graphviz's coordinates, whose origin is at the bottom.
  private static func point(_ point: TreeLayout.Point, _ drawing: Drawing) -> String {
    "\(point.x.shortText),\((drawing.layout.size.height - point.y).shortText)"
  }
}
