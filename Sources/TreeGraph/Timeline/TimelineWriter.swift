import TextIO
import TreeJournal
import TreeSnapshot

/// A timeline as SVG: time runs down, each model has a lane, and a message is an arrow between
/// lanes.
struct TimelineWriter {
  private let timeline: Timeline
  private var svg: SVGText = ""
  /// The middle of each lane.
  private var middles: [JournalNode: Double] = [:]
  private var width = 0.0
  private let top: Double
  private var headerHeight = header.height
  /// Whether names are slanted, because they would make the drawing wider than a page.
  private var isSlanted = false

  private static let rowHeight = 24.0
  private static let margin = 16.0
  /// The width of the numbers and times on the left.
  private static let timeWidth = 176.0
  /// The minimum time between two rows for a label, in nanoseconds.
  private static let leastGap = 100_000_000
  private static let letters = 11.0
  private static let laneGap = 14.0
  private static let header = (height: 20.0, padding: 8.0)
  /// The widest drawing whose names stand in boxes: about as wide as a page of a repository's host.
  private static let page = 900.0
  /// The distance of lanes with slanted names, and the angle of these.
  private static let slanted = (pitch: 46.0, degrees: 35.0, rise: 0.574)
  private static let bar = 7.0

  /// The SVG of a timeline. Costs time and memory in proportion to its rows and lanes.
  static func bytes(of timeline: Timeline) -> [UInt8] {
    var writer = TimelineWriter(timeline)
    writer.write()
    return writer.svg.bytes
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
    top = Self.margin + 26 + (timeline.leftOut == nil ? 0 : 18)
    var x = Self.margin + Self.timeWidth
    let widths = timeline.lanes.map { max(56, headerWidth($0)) }
    isSlanted = widths.reduce(x) { $0 + $1 + Self.laneGap } > Self.page
    if isSlanted {
      headerHeight = Self.header.height + Self.slanted.rise * (widths.max() ?? 0)
      for (lane, own) in zip(timeline.lanes, widths) {
        middles[lane] = x + Self.header.padding
        width = max(width, x + own)
        x += Self.slanted.pitch
      }
    } else {
      for (lane, own) in zip(timeline.lanes, widths) {
        middles[lane] = x + own / 2
        x += own + Self.laneGap
      }
      width = x
    }
    for row in timeline.rows { width = max(width, labelPlace(row).x + labelWidth(row) + 8) }
    let title = TextWidth.of(timeline.title, size: 14, isBold: true)
    let note = TextWidth.of(timeline.leftOut?.string ?? "", size: Self.letters)
    width = max(width, max(title, note) + Self.margin) + Self.margin
  }

  private func headerWidth(_ lane: JournalNode) -> Double {
    let name = timeline.names[lane]?.string ?? ""
    return TextWidth.of(name, size: Self.letters, isBold: true) + 2 * Self.header.padding
  }

  // MARK: Places

  private var bodyTop: Double { top + headerHeight + 12 }

  private func y(_ row: Int) -> Double { bodyTop + Double(row) * Self.rowHeight + 16 }

  private var bottom: Double { bodyTop + Double(timeline.rows.count) * Self.rowHeight + 12 }

  private func labelWidth(_ row: Timeline.Row) -> Double {
    TextWidth.of(row.text.string, size: Self.letters)
  }

  /// The start of a row's label, and whether the label is above an arrow.
  private func labelPlace(_ row: Timeline.Row) -> (x: Double, isAbove: Bool) {
    let own = middles[row.node] ?? 0
    let ends = row.nodes.compactMap { middles[$0] }
    switch row.shape {
    case .handled, .delivered, .lost:
      let (left, right) = (ends.min() ?? own, ends.max() ?? own)
      return right > left ? (left + 10, true) : (own + 26, false)
    default: return (own + 10, false)
    }
  }

  // MARK: The whole

  private mutating func write() {
    let summary =
      "\(counted(timeline.rows.count, "row")) between \(counted(timeline.lanes.count, "model"))"
    svg += .head(
      size: TreeLayout.Size(width: width, height: bottom + Self.margin), title: timeline.title,
      summary: SafeText(summary).string)
    svg += """
      <style>.halo{stroke-width:4;stroke-linejoin:round;paint-order:stroke}\
      .halo,.wash{stroke:\(Palette.background.light)}\
      @media (prefers-color-scheme:dark){.halo,.wash{stroke:\(Palette.background.dark)}}</style>

      """
    let title = TextRow(TextRow.Piece(text: timeline.title, isBold: true))
    svg += .row(title, x: Self.margin, y: Self.margin + 14, 14)
    if let note = timeline.leftOut {
      let row = TextRow(TextRow.Piece(text: note.string, ink: .note))
      svg += .row(row, x: Self.margin, y: Self.margin + 34, Self.letters)
    }
    for lane in timeline.lanes { writeLane(lane) }
    for (number, row) in timeline.rows.enumerated() { writeHandlers(number, row) }
    for (number, row) in timeline.rows.enumerated() { writeRow(number, row) }
    svg += "</svg>\n"
  }

  /// A name, and the line down from it, from the model's attachment to its detachment.
  private mutating func writeLane(_ lane: JournalNode) {
    guard let x = middles[lane] else { return }
    let rows = timeline.rows.enumerated().filter { $0.element.node == lane }
    let first = rows.first { if case .attached = $0.element.shape { true } else { false } }
    writeName(of: lane, x)
    let start = first.map { y($0.offset) } ?? top + headerHeight
    let end = timeline.ends[lane].map { y($0) } ?? bottom
    if start > top + headerHeight {
      line(x, top + headerHeight, x, start, "line s-plain dashed", attributes: Self.faint)
    }
    line(x, start, x, end, "line s-plain")
    if end < bottom { line(x, end, x, bottom, "line s-plain dashed", attributes: Self.faint) }
  }

  private mutating func writeName(of lane: JournalNode, _ x: Double) {
    let name = TextRow(TextRow.Piece(text: timeline.names[lane]?.string ?? "", isBold: true))
    if isSlanted {
      let (x, y) = (x - 2, top + headerHeight - 5)
      let turn: SVGText = " transform=\"rotate(\(-Self.slanted.degrees) \(x) \(y))\""
      svg += .row(name, x: x, y: y, Self.letters, attributes: turn)
      return
    }
    let own = headerWidth(lane)
    svg += .rectangle(
      .init(x: x - own / 2, y: top, width: own, height: headerHeight), "h-plain s-plain")
    svg += "\n"
    svg += .row(name, x: x, y: top + 14, Self.letters, attributes: " text-anchor=\"middle\"")
  }

  /// For the part of a lane in which its model isn't attached.
  private static let faint: SVGText = " opacity=\"0.35\""

  /// Bars next to the lanes of running handlers, including the effects of their messages.
  private mutating func writeHandlers(_ number: Int, _ row: Timeline.Row) {
    guard let outcome = row.outcome, outcome.runsHandlers else { return }
    let end = outcome.nanoseconds.map { outcome.elapsed &+ $0 } ?? Int.max
    let last =
      timeline.rows.indices.dropFirst(number).last { timeline.rows[$0].record.elapsed <= end }
      ?? number
    let tone = tone(row)
    for x in row.nodes.dropFirst().compactMap({ middles[$0] }) {
      let height = y(last) - y(number) + 8
      svg += .rectangle(
        .init(x: x - Self.bar / 2, y: y(number), width: Self.bar, height: height),
        "h-\(tone) s-\(tone)", radius: 2)
      svg += "\n"
    }
  }

  private func tone(_ row: Timeline.Row) -> Palette.Tone {
    row.record.message.map { Palette.Tone($0.kind) } ?? .plain
  }

  // MARK: Rows

  private mutating func writeRow(_ number: Int, _ row: Timeline.Row) {
    let y = y(number)
    svg += "<g><title>\(row.tooltip.string)</title>\n"
    writeTime(number, row, y)
    guard let x = middles[row.node] else {
      svg += "</g>\n"
      return
    }
    let tone = tone(row)
    switch row.shape {
    case .handled(let handler, let passed):
      arrow(from: x, to: middles[handler] ?? x, y, tone)
      for x in passed.compactMap({ middles[$0] }) { dot(x, y, tone, isFilled: false) }
    case .delivered(let receivers):
      for receiver in receivers { arrow(from: x, to: middles[receiver] ?? x, y, tone) }
    case .lost(let told):
      if let end = told.flatMap({ middles[$0] }), end != x {
        arrow(from: x, to: end, y, tone, isDashed: true)
      }
      cross(x, y, tone)
    case .open: dot(x, y, tone, isFilled: false)
    case .attached: dot(x, y, .taker, isFilled: true)
    case .detached: cross(x, y, .end)
    case .change: dot(x, y, tone, isFilled: row.record.event != .unregistered)
    }
    if case .lost = row.shape {
    } else if row.record.event == .raised {
      dot(x, y, tone, isFilled: true)
    }
    let place = labelPlace(row)
    let ink = row.outcome != nil ? TextRow.Ink.tone(tone) : .note
    svg += .row(
      TextRow(TextRow.Piece(text: row.text.string, ink: ink)), x: place.x,
      y: y + (place.isAbove ? -5 : 4), Self.letters, attributes: " class=\"halo\"")
    svg += "</g>\n"
  }

  /// The record's number, and its time if that differs from the line above.
  private mutating func writeTime(_ number: Int, _ row: Timeline.Row, _ y: Double) {
    func text(_ row: Timeline.Row) -> String { WallClock.localTime(ofNanoseconds: row.record.time) }
    svg += .row(
      TextRow(.init(text: "\(row.record.number)", ink: .note)), x: Self.margin + 40, y: y + 4,
      Self.letters, attributes: " text-anchor=\"end\"")
    if number > 0, text(timeline.rows[number - 1]) == text(row) { return }
    var time = TextRow(.init(text: text(row)))
    let passed = number > 0 ? row.record.elapsed - timeline.rows[number - 1].record.elapsed : 0
    if passed >= Self.leastGap { time.add("  +\(RecordWords.duration(passed))", .note) }
    svg += .row(time, x: Self.margin + 50, y: y + 4, Self.letters)
  }

  // MARK: Shapes

  private mutating func line(
    _ x: Double, _ y: Double, _ endX: Double, _ endY: Double, _ classes: SVGText,
    attributes: SVGText = ""
  ) {
    let (start, end) = (TreeLayout.Point(x: x, y: y), TreeLayout.Point(x: endX, y: endY))
    svg += "<path class=\"\(classes)\"\(attributes) d=\"M\(start)L\(end)\"/>\n"
  }

  private mutating func arrow(
    from start: Double, to end: Double, _ y: Double, _ tone: Palette.Tone, isDashed: Bool = false
  ) {
    if start == end {
      // To itself: out to the right and back.
      let corner = TreeLayout.Point(x: start, y: y - 5)
      svg += "<path class=\"line s-\(tone)\" stroke-width=\"1.6\" d=\"M\(corner)h16v10h-9\"/>\n"
      tip(start + 4, y + 5, -1, tone)
      return
    }
    let sign = end > start ? 1.0 : -1.0
    line(start, y, end - sign * 9, y, isDashed ? "way s-\(tone) dashed" : "way s-\(tone)")
    tip(end - sign * 3, y, sign, tone)
  }

  private mutating func tip(_ x: Double, _ y: Double, _ sign: Double, _ tone: Palette.Tone) {
    let side = TreeLayout.Point(x: -8 * sign, y: -4.5)
    svg += "<path class=\"i-\(tone)\" d=\"M\(TreeLayout.Point(x: x, y: y))l\(side)v9z\"/>\n"
  }

  private mutating func dot(_ x: Double, _ y: Double, _ tone: Palette.Tone, isFilled: Bool) {
    let fill: SVGText = isFilled ? "i-\(tone)" : "box"
    svg += "<circle class=\"\(fill) s-\(tone)\" cx=\"\(x)\" cy=\"\(y)\" r=\"3.5\"/>\n"
  }

  private mutating func cross(_ x: Double, _ y: Double, _ tone: Palette.Tone) {
    let start = TreeLayout.Point(x: x - 5, y: y - 5)
    svg += "<path class=\"way s-\(tone)\" d=\"M\(start)l10 10m0 -10l-10 10\"/>\n"
  }
}
