import TextIO
import TreeSnapshot

/// A drawing as JSON, for a program that draws it: the places of boxes and lines, and the text in
/// them. Places are whole points from the upper left corner.
enum LayoutWriter {
  /// The JSON of a drawing, on one line. Costs time and memory in proportion to its boxes.
  static func bytes(of drawing: Drawing) -> [UInt8] {
    let diagram = drawing.diagram
    let text = JSONText.object { json in
      json.write("title", SafeText(diagram.title))
      json.write("description", SafeText(diagram.summary))
      json.write("note", diagram.foldNote.map { SafeText($0).string })
      json.write("width", whole(drawing.layout.size.width))
      json.write("height", whole(drawing.layout.size.height))
      json.write("headerHeight", whole(NodeBox.headerHeight))
      json.write("rowHeight", whole(NodeBox.rowHeight))
      json.write("padding", whole(NodeBox.padding))
      json.write("nameSize", whole(NodeBox.nameSize))
      json.write("fontSize", whole(NodeBox.fontSize))
      json.array("boxes", of: drawing.boxes.indices) { index, json in
        write(index, of: drawing, to: &json)
      }
    }
    return text.bytes + [UInt8(ascii: "\n")]
  }

  private static func whole(_ value: Double) -> Int { Int(value.rounded()) }

  private static func write(_ index: Int, of drawing: Drawing, to json: inout JSONObject) {
    let box = drawing.boxes[index]
    let place = drawing.layout.boxes[index]
    json.write("node", drawing.diagram.snapshot[drawing.positions[index]].id)
    json.write("parent", index > 0 ? drawing.parents[index] : nil)
    json.write("x", whole(place.x))
    json.write("y", whole(place.y))
    json.write("width", whole(place.width))
    json.write("height", whole(place.height))
    if box.tone != .plain { json.write("tone", box.tone.rawValue) }
    if box.isDashed { json.write("dashed", true) }
    if box.hasHeader { json.write("strong", true) }
    json.array("header") { write(box.header, to: &$0) }
    if !box.rows.isEmpty {
      json.array("rows") { rows in
        for row in box.rows { rows.array { write(row, to: &$0) } }
      }
    }
    if index == 0 { return }
    // From the parent's box to this one, alternating x and y.
    json.write("line", drawing.layout.lines[index].flatMap { [whole($0.x), whole($0.y)] })
    guard let style = drawing.styles[index] else { return }
    json.write("lineTone", style.tone.rawValue)
    switch style.route {
    case .hop(let hop): json.write("hop", hop)
    case .way: json.write("way", true)
    case nil: break
    }
  }

  private static func write(_ row: TextRow, to json: inout JSONArray) {
    for piece in row.pieces {
      json.object { json in
        json.write("text", piece.text)
        switch piece.ink {
        case .text: break
        case .note: json.write("ink", "note")
        case .tone(let tone): json.write("ink", tone.rawValue)
        }
        if piece.isBold { json.write("bold", true) }
      }
    }
  }
}
