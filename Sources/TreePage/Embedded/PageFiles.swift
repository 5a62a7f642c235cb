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
    var bytes: [UInt8]
  }

  /// Nothing is loaded from elsewhere, no text becomes code, and no site may embed the page in a
  /// frame.
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """

  /// The page itself.
  static let page = File(name: "index.html", type: .html, bytes: PackageResources.index_html)
  /// The style sheet.
  static let style = File(name: "page.css", type: .style, bytes: PackageResources.page_css)
  /// The icon in a browser's tab.
  static let icon = File(name: "icon.svg", type: .picture, bytes: PackageResources.icon_svg)

  /// The page's modules, each after the ones it imports. Only an exported page loads the last, and
  /// what only that imports.
  static let scripts = [
    script("words.js", PackageResources.words_js),
    script("renew.js", PackageResources.renew_js),
    script("columns.js", PackageResources.columns_js),
    script("journal.js", PackageResources.journal_js),
    script("past.js", PackageResources.past_js),
    script("sentences.js", PackageResources.sentences_js),
    script("differences.js", PackageResources.differences_js),
    script("text.js", PackageResources.text_js),
    script("walk.js", PackageResources.walk_js),
    script("routed.js", PackageResources.routed_js),
    script("source.js", PackageResources.source_js),
    script("place.js", PackageResources.place_js),
    script("store.js", PackageResources.store_js),
    script("command.js", PackageResources.command_js),
    script("drawn.js", PackageResources.drawn_js),
    script("rows.js", PackageResources.rows_js),
    script("details.js", PackageResources.details_js),
    script("news.js", PackageResources.news_js),
    script("tree.js", PackageResources.tree_js),
    script("links.js", PackageResources.links_js),
    script("view.js", PackageResources.view_js),
    script("model.js", PackageResources.model_js),
    script("route.js", PackageResources.route_js),
    script("specs.js", PackageResources.specs_js),
    script("holders.js", PackageResources.holders_js),
    script("tables.js", PackageResources.tables_js),
    script("canvas.js", PackageResources.canvas_js),
    script("boxes.js", PackageResources.boxes_js),
    script("drawing.js", PackageResources.drawing_js),
    script("picture.js", PackageResources.picture_js),
    script("diagram.js", PackageResources.diagram_js),
    script("axis.js", PackageResources.axis_js),
    script("bars.js", PackageResources.bars_js),
    script("timeline.js", PackageResources.timeline_js),
    script("records.js", PackageResources.records_js),
    script("record.js", PackageResources.record_js),
    script("changes.js", PackageResources.changes_js),
    script("time.js", PackageResources.time_js),
    script("lanes.js", PackageResources.lanes_js),
    script("actions.js", PackageResources.actions_js),
    script("chooser.js", PackageResources.chooser_js),
    script("panes.js", PackageResources.panes_js),
    script("search.js", PackageResources.search_js),
    script("moment.js", PackageResources.moment_js),
    script("page.js", PackageResources.page_js),
    script("exported.js", PackageResources.exported_js),
  ]

  private static func script(_ name: String, _ bytes: [UInt8]) -> File {
    File(name: name, type: .script, bytes: bytes)
  }

  private static let all = Dictionary(
    uniqueKeysWithValues: ([page, style, icon] + scripts).map { ("/\($0.name)", $0) })

  /// The file at an address; nil if there is none.
  static func file(at path: String) -> File? { path == "/" ? page : all[path] }
}
