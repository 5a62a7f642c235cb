import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

/// The differences that edits make, by id in one tree and by shape in two dumps of it.
@Suite struct `The difference of two trees` {
  typealias Edit = @Sendable (inout EditableTree) -> Void

  /// App ─ Main(2) ─ Home(3), Menu(4) ─ Item(5) a, Item(6) b; App ─ Flow(7) ─ Step(8) ─ Leaf(9)
  private static func tree() -> EditableTree {
    var tree = EditableTree()
    let main = tree.add("Main")
    tree.add("Home", below: main)
    let menu = tree.add("Menu", below: main)
    for label in ["a", "b"] { tree.change(tree.add("Item", below: menu)) { $0.label = label } }
    let flow = tree.add("Flow")
    tree.add("Leaf", below: tree.add("Step", below: flow))
    tree.change(4) { model in
      model.subscriptions = [
        Subscription(kind: .error, domain: "Net", code: "1", label: "bad", source: "A.swift:1"),
        Subscription(kind: .event, domain: "Clock", code: nil),
      ]
      model.raises = [DeclaredMessage(Message(kind: .bubble, domain: "Menu", code: "show"))]
      model.services = ["Disk", "Net"]
      model.representation = "MenuScreen"
      model.state = [StateEntry(key: "open", value: "no"), StateEntry(key: "count", value: "1")]
    }
    tree.change(9) { $0.source = "Leaf.swift:1" }
    return tree
  }

  static let edits: [(Edit, [String])] = [
    ({ _ in }, []),
    ({ $0.detach(7) }, ["- Flow +2"]),
    ({ $0.detach(9) }, ["- Leaf"]),
    ({ $0.add("Page", below: $0.add("Tab", below: 3)) }, ["+ Tab +1"]),
    ({ $0.add("Tab", below: 2, at: 0) }, ["+ Tab"]),
    (
      {
        $0.detach(7)
        $0.attach(7, below: 3)
      }, ["> Flow App → Home +2"]
    ),
    (
      {
        $0.detach(7)
        $0.attach(7, below: 1, at: 0)
      }, ["> Flow +2"]
    ),
    (
      {
        $0.detach(6)
        $0.attach(6, below: 4, at: 0)
      }, ["> Item"]
    ),
    (
      {
        // Moved out of a removed part.
        $0.detach(8)
        $0.attach(8, below: 2)
        $0.detach(7)
      }, ["- Flow", "> Step Flow → Main +1"]
    ),
    (
      {
        // Moved along, less the leaf.
        $0.detach(7)
        $0.attach(7, below: 3)
        $0.detach(9)
      }, ["- Leaf", "> Flow App → Home +1"]
    ),
    ({ $0.change(7) { $0.type = "Stream" } }, ["- Flow", "+ Stream", "> Step Flow → Stream +1"]),
    (
      { $0.change(1) { $0.type = "Program" } },
      ["- App", "+ Program", "> Main App → Program +4", "> Flow App → Program +2"]
    ),
    ({ $0.change(5) { $0.label = "z" } }, ["~ Item: label a → z"]),
    ({ $0.change(5) { $0.label = nil } }, ["~ Item: label a → –"]),
    ({ $0.change(3) { $0.label = "" } }, [#"~ Home: label – → """#]),
    ({ $0.change(7) { $0.isSession = true } }, ["~ Flow: a session now"]),
    ({ $0.change(4) { $0.representation = nil } }, ["~ Menu: screen MenuScreen → –"]),
    (
      { $0.change(4) { $0.subscriptions.removeFirst() } },
      ["~ Menu: no longer registered for error Net.1 (bad)"]
    ),
    (
      { $0.change(4) { $0.subscriptions.append($0.subscriptions[1]) } },
      ["~ Menu: registered for all events of Clock"]
    ),
    (
      { $0.change(4) { $0.subscriptions[0].code = "2" } },
      ["~ Menu: no longer registered for error Net.1 (bad); registered for error Net.2 (bad)"]
    ),
    ({ $0.change(4) { $0.services = ["Net"] } }, ["~ Menu: no longer provides Disk"]),
    ({ $0.change(3) { $0.services = ["Net"] } }, ["~ Home: provides Net"]),
    ({ $0.change(4) { $0.raises = [] } }, ["~ Menu: no longer raises bubble Menu.show"]),
    (
      { $0.change(4) { $0.state = [StateEntry(key: "count", value: "2")] } },
      ["~ Menu: count 1 → 2; open no → –"]
    ),
    (
      { $0.change(3) { $0.state = [StateEntry(key: "count", value: "")] } },
      [#"~ Home: count – → """#]
    ),
    // Attributes that aren't compared.
    ({ $0.change(4) { $0.subscriptions.reverse() } }, []),
    ({ $0.change(4) { $0.services.reverse() } }, []),
    ({ $0.change(4) { $0.subscriptions[0].source = "B.swift:9" } }, []),
    ({ $0.change(4) { $0.subscriptions[0].label = "worse" } }, []),
    ({ $0.change(9) { $0.source = "Leaf.swift:2" } }, []),
    (
      {
        $0.change(4) { $0.state[0].value = "yes" }
        $0.detach(4)
        $0.attach(4, below: 7)
        $0.add("Tab", below: 4)
        $0.detach(3)
      },
      ["- Home", "+ Tab", "> Menu Main → Flow +2", "~ Menu: open no → yes"]
    ),
  ]

  @Test(arguments: edits.indices)
  func `is what was edited, by id and by shape alike`(index: Int) throws {
    let (edit, lines) = Self.edits[index]
    let before = Self.tree()
    var after = before
    edit(&after)
    let live = TreeDifference(
      from: try before.snapshot(), to: try after.snapshot(), matching: .identity)
    #expect(live.lines == lines)
    #expect(live.isEmpty == lines.isEmpty)
    let dumps = TreeDifference(
      from: try before.snapshot(), to: try after.snapshot(isRenumbered: true), matching: .shape)
    #expect(dumps.lines == lines)
  }

  @Test func `of trees with other roots is everything, but for what is whole in both`() throws {
    var after = EditableTree()
    after.change(1) { $0.type = "Login" }
    after.add("Form")
    let difference = TreeDifference(
      from: try Self.tree().snapshot(), to: try after.snapshot(), matching: .shape)
    #expect(difference.lines == ["- App +8", "+ Login +1"])
    #expect(difference.summary == "9 models removed, 2 added")
  }

  @Test func `of a tree below a new root is one move`() throws {
    var after = EditableTree()
    after.change(1) { $0.type = "Shell" }
    let app = after.add("App")
    after.add("Only", below: app)
    var before = EditableTree()
    before.add("Only")
    let difference = TreeDifference(
      from: try before.snapshot(), to: try after.snapshot(), matching: .shape)
    #expect(difference.lines == ["+ Shell", "> App nothing → Shell +1"])
  }

  @Test func `of recycled cells is one removed and one added, of renamed ones their labels`() throws
  {
    func tree(_ cells: [(list: Int, label: String)]) throws -> Snapshot {
      var tree = EditableTree()
      let lists = ["l", "m"].map { label in
        let id = tree.add("List")
        tree.change(id) { $0.label = label }
        return id
      }
      for cell in cells {
        let id = tree.add("Cell", below: lists[cell.list])
        tree.change(id) { $0.label = cell.label }
      }
      return try tree.snapshot(isRenumbered: cells.first?.label != "apple")
    }
    let old = try tree([(0, "apple")])
    func lines(_ cells: [(list: Int, label: String)]) throws -> [String] {
      TreeDifference(from: old, to: try tree(cells), matching: .shape).lines
    }
    #expect(try lines([(1, "pear")]) == ["- Cell", "+ Cell"])
    #expect(try lines([(0, "pear")]) == ["~ Cell: label apple → pear"])
    #expect(try lines([(0, "fig"), (1, "apple")]) == ["+ Cell", "> Cell List → List"])
    #expect(try lines([(0, "fig"), (0, "apple")]) == ["+ Cell"])
  }

  @Test func `takes names byte by byte`() throws {
    var before = EditableTree()
    before.change(1) { model in
      model.label = "\u{e9}"
      model.state = [
        StateEntry(key: "\u{e9}", value: "1"), StateEntry(key: "e\u{301}", value: "2"),
      ]
    }
    var after = before
    after.change(1) { $0.label = "e\u{301}" }
    let difference = TreeDifference(
      from: try before.snapshot(), to: try after.snapshot(), matching: .shape)
    #expect(difference.lines == [#"~ App: label é → e\u{301}"#])
  }
}
