import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `A spec that is updated` {
  private static func updated(_ text: String, _ tree: Snapshot) throws -> String {
    try SpecUpdate(Spec(text), to: tree)?.text ?? text
  }

  @Test(arguments: [UInt64](0..<4))
  func `is passed by the tree, and is changed only where it wasn't`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 1_000 + seed)
    for _ in 0..<60 {
      let names = random.chance(1, in: 2) ? RandomTree.plainNames : RandomTree.hostileNames
      let tree = NestedTree.random(&random, names: names)
      let text = Self.commented(try SpecWriter(tree.snapshot()).text(title: nil))
      var changed = tree
      var keepsEveryLine = true
      for _ in 0...random.next(below: 3) {
        let mutation = random.pick(Mutation.allCases)
        if [.remove, .move, .rename].contains(mutation) { keepsEveryLine = false }
        changed = mutation.applied(to: changed, &random, names: names) ?? changed
      }
      let snapshot = try changed.snapshot()
      let old = try Spec(text)
      let new = try SpecUpdate(old, to: snapshot)?.text ?? text
      #expect(try Spec(new).check(snapshot)[0].outcome == .passed, "\(text)\nbecame\n\(new)")
      #expect((new == text) == (old.check(snapshot)[0].outcome == .passed))
      // What says the same of a model, or more of it, has the line's place.
      let lost = Self.comments(text).subtracting(Self.comments(new))
      #expect(lost.isEmpty || !keepsEveryLine, "\(text)\nbecame\n\(new)")
    }
  }

  /// A spec with a comment of its own behind each model.
  private static func commented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.firstIndex(of: "") ?? lines.count
    return lines.enumerated().map { number, line in
      number > 0 && number < end ? "\(line)  # line \(number)" : String(line)
    }.joined(separator: "\n")
  }

  private static func comments(_ text: String) -> Set<Substring> {
    Set(text.matches(of: /# line \d+$/.anchorsMatchLineEndings()).map(\.output))
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

  @Test func `keeps what a line leaves open: other keys, more models, the order`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "App")
    for (key, value) in [("draft", "no"), ("page", "2")] {
      builder.describe(StateEntry(key: key, value: value))
    }
    for (id, name) in ["Menu", "Cell", "Cell", "Cell", "Player"].enumerated() {
      builder.addNode(id: id + 2, parent: 1, type: name)
    }
    let text = """
      tree-spec 1
      App [state page=1]   # where we are
        Player   # first
        Cell {1..2}   # on the page
        ...

      """
    #expect(
      try Self.updated(text, builder.finish()) == """
        tree-spec 1
        App [state page=2]   # where we are
          Player   # first
          Cell {3}   # on the page
          ...

        """)
  }

  @Test func `a line of several models moves once`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "App")
    for (id, name) in ["Player", "Menu", "Side", "Cell", "Cell"].enumerated() {
      builder.addNode(id: id + 2, parent: 1, type: name)
    }
    let text = """
      tree-spec 1 ordered
      App   # where we are
        Cell {2}   # on the page
        Player   # one
        Menu
        Side
      """
    #expect(
      try Self.updated(text, builder.finish()) == """
        tree-spec 1 ordered
        App   # where we are
          Player   # one
          Menu
          Side
          Cell {2}   # on the page

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
