/// The style of an SVG: colors by classes, once for light and once for dark screens.
enum SVGStyle {
  static let fonts =
    "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif"

  static let text: String = {
    var text = """
      text{white-space:pre}
      .b{font-weight:bold}
      .box,.line{stroke-width:1}
      .line,.way{fill:none}
      .way{stroke-width:2.4}
      .dashed{stroke-dasharray:4 3}

      """
    text += colors(\.light)
    text += "@media (prefers-color-scheme:dark){\n\(colors(\.dark))}\n"
    return text
  }()

  private static func colors(_ color: KeyPath<Palette.Color, String>) -> String {
    var text = ".ground{fill:\(Palette.background[keyPath: color])}\n"
    text += ".box{fill:\(Palette.box[keyPath: color])}\n"
    text += "text{fill:\(Palette.text[keyPath: color])}\n"
    text += ".note{fill:\(Palette.note[keyPath: color])}\n"
    for tone in Palette.Tone.allCases {
      let ink = tone.ink[keyPath: color]
      text += ".s-\(tone.rawValue){stroke:\(ink)}.i-\(tone.rawValue){fill:\(ink)}"
      text += ".h-\(tone.rawValue){fill:\(tone.header[keyPath: color])}\n"
    }
    return text
  }
}
