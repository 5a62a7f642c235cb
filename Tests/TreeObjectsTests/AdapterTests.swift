import Testing
import TreeObjects
import TreeSnapshot

@Suite struct `Objects that an app cannot change` {
  class View { var subviews: [View] = [] }
  class Scroll: View {}
  final class Table: Scroll {}
  final class Own: View, Inspectable { var inspectedChildren: [AnyObject?] { [] } }

  private static func views() -> View {
    let view = View()
    view.subviews = [Scroll(), Table(), Own()]
    view.subviews[1].subviews = [View()]
    return view
  }

  @Test func `an adapter holds for subclasses, which keep their names`() {
    let adapter = InspectionAdapter(View.self, children: { $0.subviews })
    #expect(
      Snapshot(of: Self.views(), adapters: [adapter]).text()
        == "──View\n   ├─Scroll\n   ├─Table\n   │   └─View\n   └─Own\n")
  }

  @Test func `the nearest class's adapter is taken, in whichever order they come`() {
    let all = InspectionAdapter(View.self, children: { $0.subviews })
    let scroll = InspectionAdapter(Scroll.self, children: { _ in [] }, label: { _ in "scrolls" })
    for adapters in [[all, scroll], [scroll, all]] {
      #expect(
        Snapshot(of: Self.views(), adapters: adapters).text()
          == "──View\n   ├─Scroll \"scrolls\"\n   ├─Table \"scrolls\"\n   └─Own\n")
    }
  }

  @Test func `of two adapters of one class the last is taken`() {
    let first = InspectionAdapter(View.self, name: { _ in "First" }, children: { _ in [] })
    let last = InspectionAdapter(View.self, name: { _ in "Last" }, children: { _ in [] })
    #expect(Snapshot(of: View(), adapters: [first, last]).root.type == "Last")
  }

  @Test func `an adapter tells all that an object could tell itself`() throws {
    let adapter = InspectionAdapter(
      View.self, name: { _ in "Adapted" }, children: { $0.subviews }, label: { _ in "label" },
      subscriptions: { _ in [.event("App", "start")] }, raises: { _ in [.bubble("View", "tap")] },
      services: { _ in ["Cells"] }, isSession: { _ in true }, representation: { $0 },
      state: { ["below": "\($0.subviews.count)"] }, source: { _ in "View.swift:1" })
    let node = Snapshot(of: Self.views(), adapters: [adapter]).root
    #expect(node.type == "Adapted" && node.label == "label" && node.isSession)
    #expect(node.subscriptions.map(\.domain) == ["App"])
    #expect(node.raises.map(\.message.name) == ["View.tap"])
    #expect(node.services == ["Cells"] && node.representation == "View")
    #expect(node.state == [StateEntry(key: "below", value: "3")] && node.source == "View.swift:1")
  }

  @Test func `an adapted object met twice is the same object`() {
    let view = View()
    let adapter = InspectionAdapter(View.self, children: { $0.subviews })
    let tree = ObjectTree(adapters: [adapter])
    let root = Part("Root", [view, view])
    let first = tree.snapshot(of: root)
    #expect(first.text() == "──Root\n   ├─View\n   └─View \"again\"\n")
    #expect(tree.snapshot(of: root).dump() == first.dump())
    #expect(tree.object(withID: 2, below: root) === view)
  }
}
