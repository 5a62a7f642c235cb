import Testing
import TreeObjects
import TreeSnapshot

@Suite struct `Objects that adopt the protocol` {
  private static func app() -> Router {
    let app = Router()
    app.list = CarList()
    app.list?.storage = Storage()
    app.routers = [DriverRouter()]
    return app
  }

  @Test func `a name and children are enough, and what is not there is passed over`() {
    let root = Part(nil, [nil, Part("One"), nil, Part("Two")])
    #expect(Snapshot(of: root).text() == "──Part\n   ├─One\n   └─Two\n")
  }

  @Test func `an empty name is no name`() {
    #expect(Snapshot(of: Part("")).root.type == "Part")
  }

  @Test func `an object that nobody describes is a leaf by its type's name`() {
    let storage = Storage()
    storage.parts = [Part()]
    #expect(Snapshot(of: storage, name: "App").text() == "──Storage\n")
    #expect(Snapshot(of: storage, name: "App").name == "App")
  }

  @Test func `everything that objects tell stands in the dump`() {
    let dump = String(decoding: Snapshot(of: Self.app(), name: "Cars").dump(), as: UTF8.self)
    let own = """
      "handles": [{"kind": "error", "domain": "StorageError", "source": "CarApp.swift:26"}, \
      {"kind": "bubble", "domain": "CarList", "code": "didSelect", "source": "CarApp.swift:26"}]
      """
    #expect(
      dump == """
        {
          "format": "model-tree",
          "version": 1,
          "name": "Cars",
          "messages": [
            {"kind": "error", "domain": "StorageError", "code": "28", "label": "diskFull"},
            {"kind": "error", "domain": "StorageError", "code": "35", "label": "locked"}
          ],
          "nodes": [
            {"id": 1, "type": "Router", "session": true, \(own)},
            {"id": 2, "parent": 1, "type": "CarList", "representation": "CarView", \
        "services": ["Cells"], "handles": [{"kind": "event", "domain": "AppEvent", \
        "code": "reload", "source": "CarApp.swift:46"}], "raises": [{"kind": "bubble", \
        "domain": "ListAction", "code": "didSelect"}, {"kind": "error", "domain": "StorageError", \
        "code": "35", "label": "locked"}], "source": "CarRouter.swift:7", "state": {"cars": "2"}},
            {"id": 3, "parent": 2, "type": "Storage"},
            {"id": 4, "parent": 1, "type": "DriverRouter", "label": "drivers", "session": true, \
        \(own)}
          ]
        }

        """)
  }

  @Test @MainActor func `objects of the main actor are asked there`() {
    let screen = Screen()
    screen.below = [Screen(), Part("Row")]
    #expect(Snapshot(of: screen).text() == "──Screen\n   ├─Screen\n   └─Row\n")
  }

  @Test func `names that try to act on the terminal are escaped in the printed tree`() {
    #expect(Snapshot(of: Part("E\u{1b}[31mvil\n")).text() == "──E\\u{1b}[31mvil\\u{a}\n")
  }
}

@MainActor private final class Screen { var below: [AnyObject] = [] }

extension Screen: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { below }
}
