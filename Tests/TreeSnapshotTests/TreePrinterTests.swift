import TestSupport
import Testing
import TreeSnapshot

@Suite struct `A tree is printed` {
  static let app = PlainTree(
    name: "Exams",
    nodes: [
      .init(
        id: 1, type: "App", isSession: true, services: ["API", "Disk"],
        handles: [
          .init(kind: .error, domain: "Net", code: "101", label: "badToken", source: "A.swift:1"),
          .init(kind: .event, domain: "AppEvent", code: "Start", source: "A.swift:2"),
          .init(kind: .error, domain: "Net", code: "100"),
          .init(kind: .error, domain: "Disk", code: nil, source: "A.swift:3"),
        ], source: "Main.swift:4"),
      .init(
        id: 2, parent: 1, type: "Flow", label: "main", representation: "FlowController",
        handles: [
          .init(kind: .bubble, domain: "Menu", code: nil),
          .init(kind: .bubble, domain: "Menu", code: "Show", label: "show"),
        ],
        raises: [DeclaredMessage(Message(kind: .event, domain: "AppEvent", code: "Start"))],
        state: [.init(key: "exams", value: "3"), .init(key: "mode", value: "new")]),
      .init(id: 3, parent: 2, type: "Picker"),
      .init(id: 4, parent: 2, type: "Picker", label: ""),
      .init(id: 5, parent: 1, type: "Side"),
      .init(id: 6, parent: 5, type: "Cell", isSession: true),
    ])

  static let options: [(PrintOptions, String)] = [
    (
      [],
      """
      ──App
         ├─Flow "main"
         │   ├─Picker
         │   └─Picker ""
         └─Side
            └─Cell

      """
    ),
    ([.representation], "App;Flow \"main\"  | (R): FlowController"),
    ([.globalEvents], "App  | (E): AppEvent.Start;Flow \"main\""),
    ([.bubbles], "App;Flow \"main\"  | (B): Menu.* Menu.Show"),
    ([.errors], "App  | (Err): Net > 101 100, Disk > *;Flow \"main\""),
    ([.errorsVerbose], "App  | (Err): Net > 101 [badToken] 100, Disk > *;Flow \"main\""),
    ([.services], "App  | (S): API Disk;Flow \"main\""),
    ([.state], "App;Flow \"main\"  | {exams: 3, mode: new}"),
    ([.sources], "App  | @Main.swift:4;Flow \"main\""),
    ([.youAreHere], "App;Flow \"main\" <-"),
    (
      [.errors, .globalEvents, .sources],
      "App  | (E): AppEvent.Start @A.swift:2  | (Err): Net > 101 @A.swift:1 100, "
        + "Disk > * @A.swift:3  | @Main.swift:4;Flow \"main\""
    ),
    (
      [.all, .youAreHere],
      "App  | (E): AppEvent.Start @A.swift:2  | (Err): Net > 101 [badToken] @A.swift:1 100, "
        + "Disk > * @A.swift:3  | (S): API Disk  | @Main.swift:4;"
        + "Flow \"main\" <-  | (R): FlowController  | (B): Menu.* Menu.Show  | "
        + "{exams: 3, mode: new}"
    ),
  ]

  @Test(arguments: options)
  func `with what each option asks for`(_ options: PrintOptions, _ expected: String) throws {
    let parts = expected.split(separator: ";")
    let text =
      parts.count == 1
      ? expected
      : """
      ──\(parts[0])
         ├─\(parts[1])
         │   ├─Picker
         │   └─Picker ""
         └─Side
            └─Cell

      """
    #expect(try Self.app.snapshot().text(options: options, here: 1) == text)
  }

  @Test func `in ASCII`() throws {
    #expect(
      try Self.app.snapshot().text(options: [.youAreHere], here: 5, style: .init(ascii: true))
        == """
        --App
           |-Flow "main"
           |   |-Picker
           |   `-Picker ""
           `-Side
              `-Cell <-

        """)
  }

  static let depths: [(Int, String)] = [
    (0, "──App  +5 more\n"),
    (
      1,
      """
      ──App
         ├─Flow "main"  +2 more
         └─Side  +1 more

      """
    ),
    (
      2,
      """
      ──App
         ├─Flow "main"
         │   ├─Picker
         │   └─Picker ""
         └─Side
            └─Cell

      """
    ),
  ]

  @Test(arguments: depths)
  func `down to a depth`(_ depth: Int, _ text: String) throws {
    #expect(try Self.app.snapshot().text(style: .init(depth: depth)) == text)
  }

  @Test func `from a node on`() throws {
    #expect(
      try Self.app.snapshot().text(from: 1, style: .init(depth: 1)) == """
        ──Flow "main"
           ├─Picker
           └─Picker ""

        """)
    #expect(try Self.app.snapshot().text(from: 5) == "──Cell\n")
  }

  @Test func `without color unless it is asked for`() throws {
    let snapshot = try Self.app.snapshot()
    #expect(!snapshot.text(options: [.all, .youAreHere], here: 1).contains("\u{1b}"))
    let colored = snapshot.text(
      options: [.errors, .bubbles, .globalEvents], style: .init(color: true, depth: 1))
    let shown = colored.replacing("\u{1b}[", with: "^")
    #expect(
      shown == """
        ^2m──^0m^1mApp^0m  | ^36m(E):^0m AppEvent.Start  | ^33m(Err):^0m Net > 101 100, Disk > *
        ^2m   ├─^0mFlow "main"  | ^35m(B):^0m Menu.* Menu.Show^2m  +2 more^0m
        ^2m   └─^0mSide^2m  +1 more^0m

        """)
  }

  @Test func `with details below their models`() throws {
    #expect(
      try Self.app.snapshot().text(
        options: [.all, .youAreHere], here: 1, style: .init(detailsBelow: true)) == """
          ──App  @Main.swift:4
             │ (E): AppEvent.Start @A.swift:2
             │ (Err): Net > 101 [badToken] @A.swift:1 100, Disk > * @A.swift:3
             │ (S): API Disk
             ├─Flow "main" <-
             │   │ (R): FlowController
             │   │ (B): Menu.* Menu.Show
             │   │ {exams: 3, mode: new}
             │   ├─Picker
             │   └─Picker ""
             └─Side
                └─Cell

          """)
    #expect(
      try Self.app.snapshot().text(
        options: .state, style: .init(ascii: true, depth: 1, detailsBelow: true)) == """
          --App
             |-Flow "main"  +2 more
             |     {exams: 3, mode: new}
             `-Side  +1 more

          """)
  }

  @Test func `with long names cut in the middle where a terminal is narrow`() throws {
    let name = "Exam" + String(repeating: "Very", count: 20) + "LongModel"
    let tree = PlainTree(
      nodes: [.init(id: 1, type: "App"), .init(id: 2, parent: 1, type: name, label: "l")])
    let text = try tree.snapshot().text(style: .init(columns: 40))
    #expect(
      text == """
        ──App
           └─ExamVeryVeryVeryVeryVe…ryLongModel "l"

        """)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 44 })
  }

  @Test func `with hostile names escaped in every place`() throws {
    let name = "a\u{1b}[2J\u{202e}\n"
    let tree = PlainTree(
      name: name,
      nodes: [
        .init(
          id: 1, type: name, label: name, representation: name, services: [name],
          handles: Message.Kind.allCases.map {
            .init(kind: $0, domain: name, code: name, label: name, source: name)
          }, source: name, state: [.init(key: name, value: name)])
      ])
    let safe = #"a\u{1b}[2J\u{202e}\u{a}"#
    #expect(
      try tree.snapshot().text(options: .all)
        == "──N \"N\"  | (R): N  | (E): N.N @N  | (B): N.N @N  | (Err): N > N [N] @N  | (S): N  | "
        .replacing("N", with: safe) + "{\(safe): \(safe)}  | @\(safe)\n")
  }
}
