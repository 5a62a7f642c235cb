import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `A spec that is updated` {
  private static func updated(_ text: String, _ tree: Snapshot) throws -> String {
    try SpecUpdate(Spec(text), to: tree)?.text ?? text
  }

  @Test(arguments: [UInt64](0..<8))
  func `is passed by the tree, and is changed only if it wasn't`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 1_000 + seed)
    for _ in 0..<60 {
      let names = random.chance(1, in: 2) ? RandomTree.plainNames : RandomTree.hostileNames
      let tree = NestedTree.random(&random, names: names)
      let text = try SpecWriter(tree.snapshot()).text(title: nil)
      var changed = tree
      for _ in 0...random.next(below: 3) {
        changed =
          random.pick(Mutation.allCases).applied(to: changed, &random, names: names) ?? changed
      }
      let snapshot = try changed.snapshot()
      let new = try Self.updated(text, snapshot)
      #expect(try Spec(new).check(snapshot)[0].outcome == .passed, "\(text)\nbecame\n\(new)")
      #expect(try (new == text) == (Spec(text).check(snapshot)[0].outcome == .passed))
    }
  }

  @Test(arguments: [UInt64](0..<4))
  func `is passed by the tree if it was written by hand`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 4_000 + seed)
    for _ in 0..<150 {
      let text = RandomSpec(&random).text + "\n"
      let snapshot = try NestedTree.random(&random, names: RandomTree.plainNames).snapshot()
      let new = try Self.updated(text, snapshot)
      #expect(try Spec(new).check(snapshot)[0].outcome == .passed, "\(text)\nbecame\n\(new)")
      // A second time, nothing is left to do.
      #expect(try Self.updated(new, snapshot) == new)
    }
  }

  @Test func `keeps comments, patterns, captures and lines about messages`() throws {
    let text = """
      tree-spec 1 "exams"
      # The app.
      App*Session as $app   # logged in
        MainFlow [handles only event AppEvent.StartExam]
          # Two screens.
          *Model {2}
          LoginModel ?
          Gone
          ...
      # All of them.
      error NetworkErrors.badToken from ** => $app

      """
    #expect(
      try Self.updated(text, ExamTree.snapshot()) == """
        tree-spec 1 "exams"
        # The app.
        App*Session as $app   # logged in
          MainFlow [handles only bubble MainFlow.ShowSideMenu, event AppEvent.StartExam]
            # Two screens.
            *Model {2}
            LoginModel ?
            ...
        # All of them.
        error NetworkErrors.badToken from ** => $app

        """)
  }

  @Test func `is refused if it would lose a capture that a line needs`() throws {
    let text = """
      tree-spec 1
      AppAuthorizedSession
        Gone as $gone
        ...
      error NetworkErrors.badToken from $gone => handled
      """
    let error = try #require(throws: SpecError.self) {
      try Self.updated(text, ExamTree.snapshot())
    }
    #expect(error.faults.map(\.line) == [5])
    #expect(error.faults[0].message.string.hasSuffix("change this line first"))
  }
}
