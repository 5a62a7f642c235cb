/// A drawing as SVG: text remains text, colors follow the screen's light or dark scheme, and a
/// tooltip of each box locates its node.
struct SVGWriter {
  private let drawing: Drawing
  private let isDark: Bool
  private var svg: SVGText = ""

  /// The SVG of a drawing. Costs time and memory in proportion to its boxes.
  ///
  /// - Parameter isDark: whether it is dark on any screen.
  static func bytes(of drawing: Drawing, isDark: Bool) -> [UInt8] {
    var writer = SVGWriter(drawing: drawing, isDark: isDark)
    writer.write()
    return writer.svg.bytes
  }

  private mutating func write() {
    svg += .head(
      size: drawing.size, title: drawing.diagram.title, summary: drawing.diagram.summary,
      isDark: isDark)
    var y = Drawing.margin
    for (row, letters) in drawing.heading {
      svg += .row(row, x: Drawing.margin, y: y + letters, letters)
      y += (letters * Drawing.lineHeight).rounded()
    }
    // Half a point, so that lines of one point are sharp.
    let corner = TreeLayout.Point(
      x: Drawing.margin + 0.5, y: Drawing.margin + drawing.headingSize.height + 0.5)
    svg += "<g transform=\"translate(\(corner))\">\n"
    writePlainLines()
    for index in drawing.boxes.indices { writeDifferentLine(index) }
    for index in drawing.boxes.indices { writeBox(index) }
    for index in drawing.boxes.indices { writeRouteLine(index) }
    svg += "</g>\n</svg>\n"
  }

  private mutating func writeBox(_ index: Int) {
    let box = drawing.boxes[index]
    let place = drawing.layout.boxes[index]
    let dashed: SVGText = box.isDashed ? " dashed" : ""
    let fill: SVGText = box.hasHeader && box.rows.isEmpty ? "h-\(box.tone)" : "box"
    let tooltip = drawing.diagram.tooltip(at: drawing.positions[index])
    svg += "<g class=\"node\"><title>\(tooltip)</title>"
    svg += .rectangle(place, "\(fill) s-\(box.tone)\(dashed)")
    if !box.rows.isEmpty {
      // The header's corners are round above and square below.
      let corner = TreeLayout.Point(x: place.x, y: place.y + NodeBox.headerHeight)
      let side = NodeBox.headerHeight - Self.radius
      svg += """
        <path class="h-\(box.tone) s-\(box.tone)\(dashed)" d="M\(corner)v\(-side)q0 -3 3 -3\
        h\(place.width - 2 * Self.radius)q3 0 3 3v\(side)z"/>
        """
    }
    svg += "\n"
    svg += .row(
      box.header, x: place.x + NodeBox.padding, y: place.y + NodeBox.baselines.header,
      NodeBox.nameSize)
    for (number, row) in box.rows.enumerated() {
      let top = place.y + NodeBox.headerHeight + Double(number) * NodeBox.rowHeight
      svg += .row(row, x: place.x + NodeBox.padding, y: top + NodeBox.baselines.row)
    }
    svg += "</g>\n"
  }

  private static let radius = 3.0

  // MARK: Lines

  /// Writes the lines below each box as one path.
  private mutating func writePlainLines() {
    var paths = [SVGText](repeating: "", count: drawing.boxes.count)
    for index in drawing.boxes.indices.dropFirst() {
      var line = drawing.layout.lines[index]
      // The end of the line to a box that differs is drawn separately.
      if let style = drawing.styles[index], style.route == nil { line.removeLast() }
      paths[drawing.parents[index]] += .path(along: line)
    }
    for path in paths where !path.isEmpty {
      svg += "<path class=\"line s-plain\" d=\"\(path)\"/>\n"
    }
  }

  /// Writes the end of the line to a box that differs; the rest is shared with others.
  private mutating func writeDifferentLine(_ index: Int) {
    guard let style = drawing.styles[index], style.route == nil else { return }
    let dashed: SVGText = style.isDashed ? " dashed" : ""
    let path = SVGText.path(along: Array(drawing.layout.lines[index].suffix(2)))
    svg += "<path class=\"line s-\(style.tone)\(dashed)\" d=\"\(path)\"/>\n"
  }

  private mutating func writeRouteLine(_ index: Int) {
    guard let style = drawing.styles[index], let route = style.route else { return }
    var line = drawing.layout.lines[index]
    let isRising = route != .way
    let tip = isRising ? line[0] : line[line.count - 1]
    let number = RouteLine.numberPlace(line)
    RouteLine.shorten(&line, atStart: isRising)
    let base = isRising ? line[0] : line[line.count - 1]
    // The base is perpendicular to the line.
    let (dx, dy) = RouteLine.direction(from: base, to: tip)
    let left = TreeLayout.Point(x: base.x - dy * Self.halfArrow, y: base.y - dx * Self.halfArrow)
    let right = TreeLayout.Point(x: base.x + dy * Self.halfArrow, y: base.y + dx * Self.halfArrow)
    svg += """
      <path class="way s-\(style.tone)" d="\(SVGText.path(along: line))"/>\
      <path class="i-\(style.tone)" d="M\(tip)L\(left)L\(right)Z"/>

      """
    if case .hop(let hop) = route {
      svg += """
        <text class="i-\(style.tone) b" font-size="11" text-anchor="middle" \
        x="\(number.x)" y="\(number.y + 3)">\(String(hop))</text>

        """
    }
  }

  private static let halfArrow = 4.5
}
