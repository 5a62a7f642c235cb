/// The tree that lint's tests look at: one error, two warnings and a note.
enum LintTree {
  static let dump = #"""
    {"format": "model-tree", "version": 1, "name": "Shop",
    "messages": [{"kind": "error", "domain": "Net", "code": "9", "label": "gone"}],
    "nodes": [
    {"id": 1, "type": "App", "session": true, "source": "App.swift:1"},
    {"id": 2, "parent": 1, "type": "Flow", "source": "App.swift:2"},
    {"id": 3, "parent": 2, "type": "Cell", "raises": [{"kind": "error", "domain": "Net", "code": "1", "label": "lost"}, {"kind": "event", "domain": "Shop", "code": "sold"}], "source": "Flow.swift:7"},
    {"id": 4, "parent": 1, "type": "Side", "handles": [{"kind": "error", "domain": "Net", "code": "1", "source": "Side.swift:3"}]}
    ]}
    """#

  /// The same after a change that mends nothing: other ids, other lines.
  static let later =
    dump.replacing(#""id": 3"#, with: #""id": 33"#).replacing("Flow.swift:7", with: "Flow.swift:70")

  /// The same without raised messages.
  static let mended = dump.replacing("\"raises\"", with: "\"raised\"")

  static let baseline = """
    # modeltree lint baseline 1
    uncaught-error\t/App/Flow/Cell\terror Net.1
    unhandled-declaration\t/App\terror Net.9
    unheard-event\t/App/Flow/Cell\tevent Shop.sold\t/App
    unreachable-registration\t/App/Side\terror Net.1

    """

  /// A root with a number of cells that raise an unhandled message.
  static func cells(_ count: Int) -> String {
    ExamMaster.dump(
      nodes: [#"{"id": 1, "type": "App"}"#]
        + (2...count + 1).map {
          #"{"id": \#($0), "parent": 1, "type": "Cell", "raises": [{"kind": "error", "domain": "Net", "code": "1"}]}"#
        })
  }
}
