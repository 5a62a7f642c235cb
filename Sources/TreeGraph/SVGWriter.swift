/// A drawing as SVG: text is text, colors follow the screen's light or dark scheme, and each box says
/// in a tooltip where its node is.
struct SVGWriter {
  private let drawing: Drawing
  private var svg: SVGText

  /// The SVG of a drawing. Costs time and memory in proportion to its boxes.
  static func bytes(of drawing: Drawing) -> [UInt8] {
    var writer = SVGWriter(drawing)
    writer.write()
    return writer.svg.bytes
  }

  private init(_ drawing: Drawing) {
    self.drawing = drawing
    svg = SVGText(reserving: 4_096 + drawing.boxes.count * 512)
  }

  private mutating func write() {
    writeHead()
    writeHeading()
    // Half a point, so that lines of one point are sharp.
    svg.add("<g transform=\"translate(")
    svg.add(Drawing.margin + 0.5)
    svg.add(" ")
    svg.add(Drawing.margin + drawing.headingSize.height + 0.5)
    svg.add(")\">\n")
    writePlainLines()
    for index in drawing.boxes.indices where drawing.styles[index].map({ $0.route == nil }) == true
    {
      writeDifferentLine(index)
    }
    for index in drawing.boxes.indices { writeBox(index) }
    for index in drawing.boxes.indices {
      if let style = drawing.styles[index], let route = style.route {
        writeRouteLine(index, style, route)
      }
    }
    svg.add("</g>\n</svg>\n")
  }

  private mutating func writeHead() {
    svg.addHead(
      size: drawing.size, title: drawing.diagram.title, summary: drawing.diagram.summary)
  }

  private mutating func writeHeading() {
    var y = Drawing.margin
    for (row, letters) in drawing.heading {
      write(row, x: Drawing.margin, y: y + letters, letters)
      y += (letters * Drawing.lineHeight).rounded()
    }
  }

  private mutating func write(
    _ row: TextRow, x: Double, y: Double, _ letters: Double = NodeBox.fontSize
  ) {
    svg.add(row, x: x, y: y, letters)
  }
}

// MARK: Boxes

extension SVGWriter {
  private mutating func writeBox(_ index: Int) {
    let box = drawing.boxes[index]
    let place = drawing.layout.boxes[index]
    svg.add("<g class=\"node\"><title>")
    svg.add(escaped: drawing.diagram.tooltip(at: drawing.positions[index]))
    svg.add("</title>")
    let dashed = box.isDashed ? " dashed" : ""
    let isHeader = box.hasHeader && box.rows.isEmpty
    writeRectangle(place, isHeader ? "h-\(box.tone.rawValue)" : "box", box.tone, dashed)
    if !box.rows.isEmpty {
      // The header's own corners are round above and square below.
      svg.add("<path class=\"h-\(box.tone.rawValue) s-\(box.tone.rawValue)\(dashed)\" d=\"M")
      add(place.x, place.y + NodeBox.headerHeight)
      svg.add("v")
      svg.add(Self.radius - NodeBox.headerHeight)
      svg.add("q0 -3 3 -3h")
      svg.add(place.width - 2 * Self.radius)
      svg.add("q3 0 3 3v")
      svg.add(NodeBox.headerHeight - Self.radius)
      svg.add("z\"/>")
    }
    svg.add("\n")
    write(box.header, x: place.x + NodeBox.padding, y: place.y + 14)
    for (number, row) in box.rows.enumerated() {
      let top = place.y + NodeBox.headerHeight + Double(number) * NodeBox.rowHeight
      write(row, x: place.x + NodeBox.padding, y: top + 12.5)
    }
    svg.add("</g>\n")
  }

  private static let radius = 3.0

  private mutating func writeRectangle(
    _ place: TreeLayout.Rectangle, _ fill: String, _ tone: Palette.Tone, _ dashed: String
  ) {
    svg.add("<rect class=\"\(fill) s-\(tone.rawValue)\(dashed)\" x=\"")
    svg.add(place.x)
    svg.add("\" y=\"")
    svg.add(place.y)
    svg.add("\" width=\"")
    svg.add(place.width)
    svg.add("\" height=\"")
    svg.add(place.height)
    svg.add("\" rx=\"3\"/>")
  }
}

// MARK: Lines

extension SVGWriter {
  /// Writes the lines below each box as one path, in which what they share occurs once.
  private mutating func writePlainLines() {
    var children = [[Int]](repeating: [], count: drawing.boxes.count)
    for index in drawing.boxes.indices.dropFirst() {
      children[drawing.parents[index]].append(index)
    }
    for siblings in children where !siblings.isEmpty {
      var last: [TreeLayout.Point] = []
      var path = SVGText(reserving: 64)
      for child in siblings {
        var line = drawing.layout.lines[child]
        // What is told by the line's end is drawn by itself.
        if let style = drawing.styles[child], style.route == nil { line.removeLast() }
        if line.count > 1 { path.add(line: SVGText.rest(of: line, after: last)) }
        last = drawing.layout.lines[child]
      }
      if path.bytes.isEmpty { continue }
      svg.add("<path class=\"line s-plain\" d=\"")
      svg.add(path)
      svg.add("\"/>\n")
    }
  }

  /// Writes the end of the line to a box that is different; the rest is shared with others.
  private mutating func writeDifferentLine(_ index: Int) {
    guard let style = drawing.styles[index] else { return }
    let dashed = style.isDashed ? " dashed" : ""
    svg.add("<path class=\"line s-\(style.tone.rawValue)\(dashed)\" d=\"")
    svg.add(line: Array(drawing.layout.lines[index].suffix(2)))
    svg.add("\"/>\n")
  }

  private mutating func writeRouteLine(
    _ index: Int, _ style: Drawing.EdgeStyle, _ route: RouteMarks.Edge
  ) {
    var line = drawing.layout.lines[index]
    let isRising = route != .way
    let tip = isRising ? line[0] : line[line.count - 1]
    let number = RouteLine.numberPlace(line)
    RouteLine.shorten(&line, atStart: isRising)
    svg.add("<path class=\"way s-\(style.tone.rawValue)\" d=\"")
    svg.add(line: line)
    let base = isRising ? line[0] : line[line.count - 1]
    svg.add("\"/><path class=\"i-\(style.tone.rawValue)\" d=\"M")
    add(tip.x, tip.y)
    // The base is at right angles to the way.
    let (dx, dy) = RouteLine.direction(from: base, to: tip)
    svg.add("L")
    add(base.x - dy * Self.halfArrow, base.y - dx * Self.halfArrow)
    svg.add("L")
    add(base.x + dy * Self.halfArrow, base.y + dx * Self.halfArrow)
    svg.add("Z\"/>\n")
    if case .hop(let hop) = route {
      svg.add(
        "<text class=\"i-\(style.tone.rawValue) b\" font-size=\"9\" text-anchor=\"middle\" x=\"")
      svg.add(number.x)
      svg.add("\" y=\"")
      svg.add(number.y + 3)
      svg.add("\">\(hop)</text>\n")
    }
  }

  private static let halfArrow = 4.5

  private mutating func add(_ x: Double, _ y: Double) {
    svg.add(x)
    svg.add(" ")
    svg.add(y)
  }
}
