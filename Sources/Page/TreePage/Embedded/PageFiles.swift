import TextIO

/// The files of the page, which are embedded in the program.
enum PageFiles {
  /// The type of a response's content.
  enum MediaType: String {
    case html = "text/html; charset=utf-8"
    case style = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case picture = "image/svg+xml"
    case json = "application/json"
    case columns = "application/octet-stream"
    case events = "text/event-stream"
  }

  /// One file.
  struct File {
    var name: String
    var type: MediaType
    var text: StaticString

    var bytes: [UInt8] { text.withUTF8Buffer(Array.init) }
  }

  /// Nothing is loaded from elsewhere, no text becomes code, and no site may embed the page in a
  /// frame.
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """

  /// The page itself.
  static let page = File(name: "index.html", type: .html, text: PageTexts.index_html)
  /// The style sheet.
  static let style = File(name: "page.css", type: .style, text: PageTexts.page_css)
  /// The icon in a browser's tab.
  static let icon = File(name: "icon.svg", type: .picture, text: PageTexts.icon_svg)

  /// The page's modules, each after the ones it imports. Only an exported page loads the last, and
  /// what only that imports.
  static let scripts = """
    words renew columns journal past sentences differences text walk routed source place store \
    command drawn rows details news tree links view model near route specs holders tables \
    findings canvas boxes drawing picture diagram axis bars timeline records record changes \
    time lanes actions chooser panes search moment page exported
    """.split(separator: " ").compactMap { name in
      PageTexts.scripts[String(name)].map { File(name: "\(name).js", type: .script, text: $0) }
    }

  private static let all = Dictionary(
    uniqueKeysWithValues: ([page, style, icon] + scripts).map { ("/\($0.name)", $0) })

  /// The file at an address; nil if there is none.
  static func file(at path: String) -> File? { path == "/" ? page : all[path] }
}
