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
  static let scripts = [
    script("words.js", PageTexts.words_js),
    script("renew.js", PageTexts.renew_js),
    script("columns.js", PageTexts.columns_js),
    script("journal.js", PageTexts.journal_js),
    script("past.js", PageTexts.past_js),
    script("sentences.js", PageTexts.sentences_js),
    script("differences.js", PageTexts.differences_js),
    script("text.js", PageTexts.text_js),
    script("walk.js", PageTexts.walk_js),
    script("routed.js", PageTexts.routed_js),
    script("source.js", PageTexts.source_js),
    script("place.js", PageTexts.place_js),
    script("store.js", PageTexts.store_js),
    script("command.js", PageTexts.command_js),
    script("drawn.js", PageTexts.drawn_js),
    script("rows.js", PageTexts.rows_js),
    script("details.js", PageTexts.details_js),
    script("news.js", PageTexts.news_js),
    script("tree.js", PageTexts.tree_js),
    script("links.js", PageTexts.links_js),
    script("view.js", PageTexts.view_js),
    script("model.js", PageTexts.model_js),
    script("near.js", PageTexts.near_js),
    script("route.js", PageTexts.route_js),
    script("specs.js", PageTexts.specs_js),
    script("holders.js", PageTexts.holders_js),
    script("tables.js", PageTexts.tables_js),
    script("findings.js", PageTexts.findings_js),
    script("canvas.js", PageTexts.canvas_js),
    script("boxes.js", PageTexts.boxes_js),
    script("drawing.js", PageTexts.drawing_js),
    script("picture.js", PageTexts.picture_js),
    script("diagram.js", PageTexts.diagram_js),
    script("axis.js", PageTexts.axis_js),
    script("bars.js", PageTexts.bars_js),
    script("timeline.js", PageTexts.timeline_js),
    script("records.js", PageTexts.records_js),
    script("record.js", PageTexts.record_js),
    script("changes.js", PageTexts.changes_js),
    script("time.js", PageTexts.time_js),
    script("lanes.js", PageTexts.lanes_js),
    script("actions.js", PageTexts.actions_js),
    script("chooser.js", PageTexts.chooser_js),
    script("panes.js", PageTexts.panes_js),
    script("search.js", PageTexts.search_js),
    script("moment.js", PageTexts.moment_js),
    script("page.js", PageTexts.page_js),
    script("exported.js", PageTexts.exported_js),
  ]

  private static func script(_ name: String, _ text: StaticString) -> File {
    File(name: name, type: .script, text: text)
  }

  private static let all = Dictionary(
    uniqueKeysWithValues: ([page, style, icon] + scripts).map { ("/\($0.name)", $0) })

  /// The file at an address; nil if there is none.
  static func file(at path: String) -> File? { path == "/" ? page : all[path] }
}
