import ModelTreeInspector
import Testing
import TreeObjects
import TreeSnapshot

@Suite struct `Objects that nobody describes` {
  private func text(
    _ root: AnyObject, _ reflection: Reflection = Reflection(), options: PrintOptions = []
  ) -> String {
    Snapshot(of: root, adapters: [.reflecting(reflection)]).text(options: options)
  }

  @Test func `properties that hold objects are children, the others are state`() {
    let app = ShopApp()
    defer { app.me = nil }
    app.me = app
    app.rows = [Row("first"), Row("")]
    app.tabs = ["cart": Sheet()]
    app.parts.header = Sheet()
    app.both.1 = Sheet()
    app.phase = .after(.loading(Loader(app.rows[0]), attempt: 2))
    #expect(
      text(app, options: .state) == """
        ──ShopApp "Shop"  | {name: Shop, rows: [Row, Row], tabs: [cart: Sheet], \
        parts: Parts(header: Sheet, frame: Frame(x: 1, y: 2)), \
        phase: after(loading(Loader, attempt: 2)), editor: nil, heavy: nil, both: (7, Sheet), \
        counts: [1, 2, 3]}
           ├─Row "first"  | {title: first, isShown: false}
           ├─Row  | {title: , isShown: false}
           ├─Sheet "tabs[cart]"  | {title: , isShown: false}
           ├─Sheet "parts.header"  | {title: , isShown: false}
           ├─Loader "phase.0"
           ├─Sheet "both.1"  | {title: , isShown: false}
           ├─Hidden "hidden"  | {title: , isShown: false}
           └─ShopApp "Shop" (same as #1)  | {same as: #1}

        """)
  }

  /// A larger capacity gives a set and a dictionary another order, as another process does.
  @Test(arguments: [10, 100, 1_000, 10_000])
  func `what has no order of its own comes in a fixed one`(capacity: Int) {
    final class Leaf: Hashable {
      let name: String
      init(_ name: String) { self.name = name }
      static func == (one: Leaf, other: Leaf) -> Bool { one === other }
      func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
    final class Owner {
      var byName: [String: Leaf] = [:]
      var byNumber: [Int: [Leaf]] = [:]
      var leaves: Set<Leaf> = []
      var nested: [Set<Double>] = [[]]
      var pairs: Set<[String]> = []
    }
    let owner = Owner()
    owner.byName.reserveCapacity(capacity)
    owner.byNumber.reserveCapacity(capacity)
    owner.leaves.reserveCapacity(capacity)
    owner.nested[0].reserveCapacity(capacity)
    owner.pairs.reserveCapacity(capacity)
    for name in ["d", "b", "a", "c"] {
      owner.byName[name] = Leaf(name)
      owner.leaves.insert(Leaf(name))
      owner.pairs.insert([name, "x"])
    }
    for number in [10, 9, -1] { owner.byNumber[number] = [Leaf("\(number)")] }
    owner.nested[0].formUnion([10, 9, .infinity, -.infinity, 0.5])
    let text = text(owner, options: .state)
    #expect(
      text == """
        ──Owner  | {byName: [a: Leaf, b: Leaf, c: Leaf, d: Leaf], \
        byNumber: [-1: [Leaf], 9: [Leaf], 10: [Leaf]], leaves: [Leaf, Leaf, Leaf, Leaf], \
        nested: [[-inf, 0.5, 9.0, 10.0, inf]], pairs: [[a, x], [b, x], [c, x], [d, x]]}
           ├─Leaf "a"  | {name: a}
           ├─Leaf "b"  | {name: b}
           ├─Leaf "c"  | {name: c}
           ├─Leaf "d"  | {name: d}
           ├─Leaf "-1"  | {name: -1}
           ├─Leaf "9"  | {name: 9}
           ├─Leaf "10"  | {name: 10}
           ├─Leaf "a"  | {name: a}
           ├─Leaf "b"  | {name: b}
           ├─Leaf "c"  | {name: c}
           └─Leaf "d"  | {name: d}

        """)
  }

  @Test func `a number labels an object if it is its id`() {
    final class Numbered { let id = 42, name = 7 }
    #expect(text(Numbered()) == "──Numbered \"42\"\n")
  }

  @Test func `an object with observers has the name of its own class`() {
    // As the system names the class that it makes for an observed object.
    final class NSKVONotifying_Sheet: Sheet {}
    final class Owner: Inspectable {
      let sheet = NSKVONotifying_Sheet()
      var inspectedChildren: [AnyObject?] { [sheet] }
      var inspectedRepresentation: AnyObject? { sheet }
    }
    #expect(
      text(Owner(), options: [.representation, .state]) == """
        ──Owner  | (R): Sheet
           └─Sheet  | {title: , isShown: false}

        """)
  }

  @Test func `a lazy property is shown once it has a value, and never computed`() {
    let app = ShopApp()
    #expect(!text(app).contains("heavy"))
    app.heavy.isShown = true
    #expect(text(app).contains("Sheet \"heavy\""))
  }

  @Test func `references that do not own are not read, also to objects that are gone`() {
    struct Holder { unowned var screen: Sheet }
    final class Owner {
      var holder: Holder
      let pointer: Unmanaged<Sheet>
      init(_ screen: Sheet) {
        holder = Holder(screen: screen)
        pointer = .passUnretained(screen)
      }
    }
    var screen: Sheet? = Sheet()
    let objects: [AnyObject] = screen.map { [Loader($0), Owner($0)] } ?? []
    screen = nil
    for object in objects { #expect(text(object).filter { $0 == "\n" }.count == 1) }
  }

  @Test func `the limits cut off, and say so`() throws {
    let app = ShopApp()
    app.rows = (0..<300).map { Row("\($0)") }
    var last: Sheet? = nil
    final class Chain: Sheet { var next: Sheet? }
    for _ in 0..<10 {
      let link = Chain()
      link.next = last
      last = link
    }
    func leftOut(_ object: AnyObject, _ reflection: Reflection) -> [String] {
      let snapshot = Snapshot(of: object, adapters: [.reflecting(reflection)])
      return snapshot.positions.flatMap { snapshot[$0].state }.filter { $0.key == "left out" }
        .map(\.value)
    }
    #expect(
      leftOut(app, Reflection(breadth: 20)) == ["all of rows but 20, all children but 20"])
    #expect(Snapshot(of: app, adapters: [.reflecting(Reflection(breadth: 20))]).count == 21)
    let chain = try #require(last)
    #expect(leftOut(chain, Reflection(depth: 3)) == ["what is more than 3 levels down"])
    #expect(Snapshot(of: chain, adapters: [.reflecting(Reflection(depth: 3))]).count == 4)
    #expect(
      leftOut(app, Reflection(time: .zero)) == ["what could not be read within 0.0 seconds"])
  }

  @Test func `an endless mirror and one that makes objects end at the limits`() {
    final class Endless: CustomReflectable {
      var customMirror: Mirror {
        Mirror(self, unlabeledChildren: (0..<Int.max).lazy.map { Row("\($0)") })
      }
    }
    let snapshot = Snapshot(
      of: Endless(), adapters: [.reflecting(Reflection(depth: 4, breadth: 9))])
    #expect(snapshot.count == 10)
    #expect(snapshot.root.state.map(\.value) == ["all properties but 9"])
    final class Maker: CustomReflectable {
      var customMirror: Mirror { Mirror(self, children: ["made": Maker()]) }
    }
    #expect(Snapshot(of: Maker(), adapters: [.reflecting(Reflection(depth: 4))]).count == 5)
  }

  @Test func `nothing of the app is retained between looks`() {
    weak var header: Sheet?
    let tree = ObjectTree(adapters: [.reflecting()])
    let app = ShopApp()
    do {
      let screen = Sheet()
      header = screen
      app.parts.header = screen
      _ = tree.snapshot(of: app)
      app.parts.header = nil
    }
    #expect(header == nil)
  }

  @Test func `one class is read by reflection, and a nearer adapter is taken before`() {
    let app = ShopApp()
    let owner = Part("Root", [app, app.hidden])
    func tree(_ adapters: [InspectionAdapter]) -> String {
      Snapshot(of: owner, adapters: adapters).text()
    }
    let shop = InspectionAdapter(ShopApp.self, children: { _ in [] }, label: { _ in "told" })
    for adapters in [[shop, .reflecting()], [.reflecting(), shop]] {
      #expect(tree(adapters) == "──Root\n   ├─ShopApp \"told\"\n   └─Hidden\n")
    }
    #expect(
      tree([.reflecting(ShopApp.self)])
        == "──Root\n   ├─ShopApp \"Shop\"\n   │   └─Hidden\n   └─Hidden \"again\"\n")
  }

  @Test func `an adapter for AnyObject is one for every object`() {
    let app = ShopApp()
    let all = InspectionAdapter(
      AnyObject.self, children: { $0 === app ? [app.hidden] : [] }, label: { _ in "any" })
    let shop = InspectionAdapter(ShopApp.self, children: { [$0.hidden] })
    #expect(
      Snapshot(of: app, adapters: [all]).text() == "──ShopApp \"any\"\n   └─Hidden \"any\"\n")
    for adapters in [[all, shop], [shop, all]] {
      #expect(
        Snapshot(of: app, adapters: adapters).text() == "──ShopApp\n   └─Hidden \"any\"\n")
    }
  }

  @Test(arguments: [Reflection.Modules.own, .all])
  func `an actor is named and not read`(modules: Reflection.Modules) {
    actor Worker { let screen = Sheet() }
    final class Owner { let worker = Worker() }
    let snapshot = Snapshot(of: Owner(), adapters: [.reflecting(modules: modules)])
    #expect(snapshot.text() == "──Owner\n   └─Worker \"worker\"\n")
    #expect(
      snapshot[1].state == [
        StateEntry(
          key: "left out", value: "what an actor holds; describe it with an InspectionAdapter")
      ])
  }

  @Test func `long texts and large lists are cut, and an app's descriptions are not asked`() {
    struct Secret: CustomStringConvertible { var description: String { fatalError("asked") } }
    final class Owner {
      let text = String(repeating: "x", count: 200)
      let secret = Secret()
      let list = Array(repeating: 7, count: 1_000)
      let words = Array(repeating: "word", count: 3)
    }
    let state = Snapshot(of: Owner(), adapters: [.reflecting()]).root.state.map(\.value)
    #expect(state[0] == String(repeating: "x", count: 119) + "…")
    #expect(state[1] == "Secret()")
    #expect(state[2].hasPrefix("[7, 7, ") && state[2].count == 120)
    #expect(state[3] == "[word, word, word]")
  }

  @Test @MainActor func `an inspector reads any object, and refuses tests`() async throws {
    let app = ShopApp()
    app.rows = [Row("first")]
    let snapshot = try await Inspector(name: "Shop", adapters: [.reflecting()]) { app }.snapshot()
    #expect(
      snapshot.text() == "──ShopApp \"Shop\"\n   ├─Row \"first\"\n   └─Hidden \"hidden\"\n")
  }
}
