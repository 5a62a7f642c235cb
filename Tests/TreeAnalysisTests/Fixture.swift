import TreeSnapshot

/// The tree that the tables of these tests speak of.
enum Fixture {
  static let hostile = "Weird/Na*me[1]#\\?"

  static func tree() throws -> Snapshot {
    var tree = SnapshotBuilder(name: "Exams")
    tree.addNode(id: 1, parent: nil, type: "AppSession", isSession: true)
    tree.provide(service: "APIClient")
    tree.provide(service: "Disk")
    tree.subscribe(.init(kind: .error, domain: "Net", code: "101", label: "badToken"))
    tree.subscribe(.init(kind: .event, domain: "AppEvent", code: nil))
    tree.addNode(
      id: 2, parent: 1, type: "MainFlow", label: "main", representation: "MainFlowController")
    tree.subscribe(.init(kind: .bubble, domain: "Menu", code: "Show", label: "showMenu"))
    tree.addNode(id: 3, parent: 2, type: "Dashboard")
    tree.addNode(id: 4, parent: 3, type: "Cell")
    tree.addNode(id: 5, parent: 3, type: "Cell", label: "two")
    tree.addNode(id: 6, parent: 3, type: "Header", label: "a]b")
    tree.addNode(id: 7, parent: 3, type: "Cell")
    tree.addNode(id: 8, parent: 2, type: "ExamCreationFlow")
    tree.subscribe(.init(kind: .error, domain: "Net", code: nil))
    tree.addNode(id: 9, parent: 8, type: "ExamPickerModel")
    tree.addNode(id: 10, parent: 8, type: "ExamOptionsModel")
    tree.addNode(id: 11, parent: 1, type: "Side", isSession: true)
    tree.provide(service: "APIClient")
    tree.addNode(id: 12, parent: 11, type: "MainFlow", label: "side")
    tree.addNode(id: 13, parent: 12, type: "Dashboard")
    tree.addNode(id: 14, parent: 13, type: "Cell")
    tree.addNode(id: 15, parent: 1, type: hostile)
    tree.addNode(id: 16, parent: 15, type: "\u{1b}[31m\n")
    tree.addNode(id: 17, parent: 15, type: "日本Model")
    return try tree.finish()
  }
}
