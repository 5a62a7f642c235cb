package import TextIO

/// Two runs to be drawn as two lanes, which are one until the runs part.
package struct RunLanes {
  /// A record of one run.
  package struct Step {
    /// Its number in the journal.
    var number: SafeText
    var text: SafeText

    /// Creates a step.
    package init(number: SafeText, text: SafeText) {
      self.number = number
      self.text = text
    }
  }

  /// What one run did where both part, and what that led to.
  package struct Lane {
    var name: SafeText
    /// The first step; nil if this run did nothing there.
    var first: Step?
    var consequences: [Step]

    /// Creates a lane.
    package init(name: SafeText, first: Step?, consequences: [Step]) {
      self.name = name
      self.first = first
      self.consequences = consequences
    }
  }

  /// The lanes of the older and the newer run.
  package var lanes: [Lane]
  /// The part before, in lines; the first one says how long it is.
  package var alike: [SafeText]
  /// Whether the runs part.
  package var isParting: Bool
  /// The other differences, in lines.
  package var others: [SafeText]

  /// Creates a drawing's content.
  ///
  /// - Parameter lanes: The lanes of the older and the newer run.
  package init(lanes: [Lane], alike: [SafeText], isParting: Bool, others: [SafeText]) {
    self.lanes = lanes
    self.alike = alike
    self.isParting = isParting
    self.others = others
  }

  /// The maximum number of consequences and other differences to draw.
  package static let usualLines = 20

  /// The drawing as SVG. Costs time and memory in proportion to its lines.
  package var svg: [UInt8] { RunLanesWriter.bytes(of: self) }
}

/// Two runs as SVG: one line down to where they part, and then a lane for each.
struct RunLanesWriter {
  private let runs: RunLanes
  private var svg: SVGText = ""
  private var y = margin + 14

  private static let margin = 16.0
  private static let letters = 12.0
  private static let lineHeight = 16.0
  private static let padding = 8.0
  /// The gap between two boxes of a lane.
  private static let gap = 6.0
  /// The width of a lane, with which both are as wide as a page of a repository's host.
  private static let laneWidth = 400.0
  /// The distance of a box from its lane's line.
  private static let indent = 22.0
  private static let width = 2 * laneWidth + 3 * margin
  private static let middle = width / 2

  static func bytes(of runs: RunLanes) -> [UInt8] {
    var writer = RunLanesWriter(runs: runs)
    writer.write()
    return writer.svg.bytes
  }

  /// The left end of a lane.
  private func left(_ lane: Int) -> Double {
    Self.margin + Double(lane) * (Self.laneWidth + Self.margin)
  }

  private mutating func write() {
    let title = runs.lanes.map(\.name.string).joined(separator: " | ")
    row(TextRow(TextRow.Piece(text: title, isBold: true)), x: Self.margin, y, size: 14)
    y += 18
    writeAlike()
    if runs.isParting { writeLanes() }
    writeOthers()
    let body = svg
    svg = .head(
      size: TreeLayout.Size(width: Self.width, height: y + Self.margin), title: title,
      summary: (runs.alike.first ?? "").string)
    svg += body
    svg += "</svg>\n"
  }

  /// The part before as one folded box, and the line from it.
  private mutating func writeAlike() {
    let rows = runs.alike.enumerated().flatMap { number, text in
      TextRow(.init(text: text.string, ink: number == 0 ? .text : .note))
        .lines(width: Self.width - 2 * Self.margin - 2 * Self.padding, size: Self.letters)
    }
    let height = box(
      rows, x: Self.margin, width: Self.width - 2 * Self.margin, "box s-plain dashed",
      isCentered: true)
    y += height
    guard runs.isParting else { return }
    y += 26
    path("M\(point(Self.middle, y - 26))V\(y - 14)")
    for lane in runs.lanes.indices {
      path("M\(point(Self.middle, y - 14))H\(left(lane) + Self.padding)V\(y)")
    }
  }

  private mutating func writeLanes() {
    let top = y
    var bottom = top
    for (number, lane) in runs.lanes.enumerated() {
      y = top
      let x = left(number) + Self.indent
      let name = TextRow(TextRow.Piece(text: lane.name.string, isBold: true))
      row(name, x: x, y + 12, size: 13)
      y += 20
      var marks = [y + 14]
      if let first = lane.first {
        y += box(rows(first), x: x, width: Self.laneWidth - Self.indent, "h-end s-end")
      } else {
        let nothing = TextRow(TextRow.Piece(text: "nothing", ink: .note))
        y += box([nothing], x: x, width: Self.laneWidth - Self.indent, "box s-end dashed")
      }
      if !lane.consequences.isEmpty {
        y += 18
        row(TextRow(TextRow.Piece(text: "led to", ink: .note)), x: x, y, size: Self.letters)
        y += 8
      }
      for step in lane.consequences {
        marks.append(y + 14)
        y += box(rows(step), x: x, width: Self.laneWidth - Self.indent, "box s-plain")
        y += Self.gap
      }
      let line = left(number) + Self.padding
      path("M\(point(line, top))V\(marks.last ?? top)")
      for (index, mark) in marks.enumerated() {
        svg += """
          <circle class="\(index == 0 ? "i-end s-end" : "box s-plain")" cx="\(line)" cy="\(mark)" \
          r="4"/>

          """
      }
      bottom = max(bottom, y)
    }
    y = bottom
  }

  private mutating func writeOthers() {
    if runs.others.isEmpty { return }
    y += 26
    row(TextRow(.init(text: "also different", isBold: true)), x: Self.margin, y, size: Self.letters)
    y += 6
    for text in runs.others {
      let lines = TextRow(TextRow.Piece(text: text.string))
        .lines(width: Self.width - 2 * Self.margin, size: Self.letters)
      for line in lines {
        y += Self.lineHeight
        row(line, x: Self.margin, y, size: Self.letters)
      }
    }
  }

  // MARK: Parts

  private func rows(_ step: RunLanes.Step) -> [TextRow] {
    var row = TextRow()
    row.add("\(step.number)  ", .note)
    row.add(step.text.string)
    return row.lines(width: Self.laneWidth - Self.indent - 2 * Self.padding, size: Self.letters)
  }

  /// Draws a box with lines of text at the current height, and returns its height.
  private mutating func box(
    _ rows: [TextRow], x: Double, width: Double, _ classes: SVGText, isCentered: Bool = false
  ) -> Double {
    let height = Double(max(1, rows.count)) * Self.lineHeight + Self.padding + 4
    svg += .rectangle(.init(x: x, y: y, width: width, height: height), classes)
    svg += "\n"
    for (number, text) in rows.enumerated() {
      row(
        text, x: isCentered ? x + width / 2 : x + Self.padding,
        y + Double(number + 1) * Self.lineHeight + 2, size: Self.letters,
        attributes: isCentered ? " text-anchor=\"middle\"" : "")
    }
    return height
  }

  private mutating func row(
    _ row: TextRow, x: Double, _ y: Double, size: Double, attributes: SVGText = ""
  ) {
    svg += .row(row, x: x, y: y, size, attributes: attributes)
  }

  private func point(_ x: Double, _ y: Double) -> SVGText { "\(TreeLayout.Point(x: x, y: y))" }

  private mutating func path(_ commands: SVGText) {
    svg += "<path class=\"way s-plain\" d=\"\(commands)\"/>\n"
  }
}
