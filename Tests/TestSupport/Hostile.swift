import TextIO

/// Names that try to act on the terminal.
package enum Hostile {
  /// An escape sequence, a newline, an override of the writing direction, a character of no width,
  /// quotes, and what a CI service would decode to a newline.
  package static let name = "E\u{1b}[31mvil\nna\u{202e}me\u{200b}\"q'%0A"

  /// How it is written between single quotes in a line of the REPL.
  package static let quoted = name.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: #"'\''"#)

  /// How it is shown.
  package static let shown = #"E\u{1b}[31mvil\u{a}na\u{202e}me\u{200b}"q'%0A"#

  /// How it is written in JSON.
  package static let json = #"E\u001b[31mvil\nna\u202eme\u200b\"q'%0A"#

  /// A tree in which everything is called so.
  package static let dump = """
    {"format": "model-tree", "version": 1, "name": "\(json)",
    "messages": [{"kind": "error", "domain": "\(json)", "code": "\(json)", "label": "\(json)"}],
    "nodes": [
    {"id": 1, "type": "\(json)", "label": "\(json)", "session": true, "services": ["\(json)"],
     "representation": "\(json)", "source": "\(json)", "state": {"\(json)": "\(json)"},
     "raises": [{"kind": "bubble", "domain": "\(json)", "code": "\(json)", "label": "\(json)"}],
     "handles": [{"kind": "error", "domain": "\(json)", "code": "\(json)", "label": "\(json)",
                  "source": "\(json)"},
                 {"kind": "event", "domain": "\(json)"}, {"kind": "bubble", "domain": "\(json)"}]},
    {"id": 2, "parent": 1, "type": "\(json)",
     "handles": [{"kind": "error", "domain": "x\(json)", "code": "\(json)", "label": "\(json)"}]},
    {"id": 3, "parent": 2, "type": "\(json)",
     "handles": [{"kind": "error", "domain": "\(json)", "code": "x\(json)", "label": "\(json)"}]}
    ]}

    """

  /// The parts of a text that could affect a terminal, except for line feeds at the ends of lines.
  package static func harm(in text: String) -> [Unicode.Scalar] {
    text.split(separator: "\n").filter { line in
      var line = String(line)
      return !line.withUTF8 { SafeText.isPlain($0) }
    }.flatMap { $0.unicodeScalars.filter { !SafeText.isPlain($0) } }
  }
}
