import TextIO
import TreeSnapshot

/// The drawing as a Mermaid flowchart, for Markdown: a pull request, an issue, or a README.
///
/// Names from outside are escaped letter by letter, so that nothing in them is syntax of Mermaid,
/// Markdown, or HTML.
struct MermaidWriter {
  /// The maximum number of boxes; a page draws no more.
  static let boxLimit = 100

  /// The text of a drawing. Costs time and memory in proportion to its boxes.
  static func text(of drawing: Drawing) -> String {
    var text = "flowchart TD\n"
    for (index, box) in drawing.boxes.enumerated() {
      let lines = [line(box.header)] + box.rows.map { line($0) }
      text += "  n\(index)[\"\(lines.joined(separator: "<br/>"))\"]:::\(name(of: box))\n"
    }
    var links: [String] = []
    for index in drawing.boxes.indices.dropFirst() {
      let style = drawing.styles[index]
      let (parent, child) = ("n\(drawing.parents[index])", "n\(index)")
      switch style?.route {
      // A line that points upwards would turn the picture around.
      case .hop(let number): text += "  \(parent) ===|\"▲ \(number)\"| \(child)\n"
      case .way: text += "  \(parent) ==> \(child)\n"
      case nil: text += "  \(parent) \(style?.isDashed == true ? "-.-" : "---") \(child)\n"
      }
      if let style {
        links.append("  linkStyle \(index - 1) stroke:\(style.tone.ink.light)\n")
      }
    }
    text += links.joined()
    let names = Set(drawing.boxes.map { name(of: $0) })
    for tone in Palette.Tone.allCases {
      let style =
        "fill:\(tone.header.light),stroke:\(tone.ink.light),color:\(Palette.text.light)"
      let (plain, dashed) = (name(of: tone), name(of: tone) + "Dashed")
      if names.contains(plain) { text += "  classDef \(plain) \(style)\n" }
      if names.contains(dashed) { text += "  classDef \(dashed) \(style),stroke-dasharray:4 3\n" }
    }
    return text
  }

  private static func name(of box: NodeBox) -> String {
    name(of: box.tone) + (box.isDashed ? "Dashed" : "")
  }

  /// With a prefix, because `end` is a keyword.
  private static func name(of tone: Palette.Tone) -> String { "tone_\(tone.rawValue)" }

  private static func line(_ row: TextRow) -> String {
    row.pieces.map { $0.isBold ? "<b>\(escaped($0.text))</b>" : escaped($0.text) }.joined()
  }

  /// Text within the quotes of a label. Only letters, digits, spaces, and some marks without a meaning
  /// stay as they are; Mermaid writes others as `#` with their number, and `;`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if !scalar.isASCII || scalar.properties.isAlphabetic || harmless.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    // Icons and formulas are looked for after the numbers are resolved.
    return result.replacing("#58;fa#45;", with: "#58; fa#45;")
      .replacing("#36;#36;", with: "#36; #36;")
  }

  private static let harmless = Set("0123456789 ,()+?".unicodeScalars)
}
