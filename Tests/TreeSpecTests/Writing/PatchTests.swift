import Testing
import TextIO
import TreeSnapshot
import TreeSpec

/// The results of `SpecPatch` for specs written by a person.
@Suite struct `Patching a spec` {
  /// A tree in one line: `R(A B(C))`.
  static func tree(_ text: String) throws -> Snapshot {
    var path: [NestedTree.Node] = [NestedTree.Node(type: "")]
    var name = ""
    func endName() {
      if name.isEmpty { return }
      path[path.count - 1].children.append(NestedTree.Node(type: name))
      name = ""
    }
    for letter in text {
      switch letter {
      case "(":
        endName()
        path.append(path[path.count - 1].children.removeLast())
      case ")":
        endName()
        let node = path.removeLast()
        path[path.count - 1].children.append(node)
      case " ": endName()
      default: name.append(letter)
      }
    }
    endName()
    var root = path[0].children[0]
    root.handles = [Subscription(kind: .error, domain: "E", code: "1")]
    return try NestedTree(root: root).snapshot()
  }

  private static func patched(_ lines: String, to tree: String) throws -> String {
    let text = "tree-spec 1\n" + lines
    let snapshot = try Self.tree(tree)
    let patch = try #require(try SpecPatch(Spec(text), to: snapshot))
    #expect(try Spec(patch.text).check(snapshot).isPassed)
    return String(patch.text.dropFirst("tree-spec 1\n".count))
  }

  private static func failure(_ lines: String, _ tree: String) throws -> Explanation {
    try Spec("tree-spec 1\n" + lines).check(Self.tree(tree)).shapeExplanation()
  }

  @Test(arguments: ["A", "?"])
  func `in order, a count grows for models beside each other alone`(line: String) throws {
    let mode = "default children: exact ordered\nAb\n"
    #expect(
      try Self.patched("\(mode)  \(line)\n", to: "Ab(A Ba A)") == "\(mode)  \(line)\n  Ba\n  A\n")
    #expect(try Self.patched("\(mode)  A\n", to: "Ab(A A Ba)") == "\(mode)  A {2}\n  Ba\n")
    let check = try Self.failure("\(mode)  A\n", "Ab(A Ba A)")
    #expect(check.rows.map(\.note).filter { $0.string.contains("allows") }.isEmpty)
    #expect(check.problem.string.hasPrefix("2 extra"))
  }

  @Test func `in order, a line for several is split around another line's model`() throws {
    let mode = "default children: deep ordered\nAb\n"
    #expect(
      try Self.patched("\(mode)  A\n  Ab {2}\n", to: "Ab(Ab A Ab)") == "\(mode)  Ab\n  A\n  Ab\n")
  }

  @Test func `other children stay allowed before the line that they were allowed before`() throws {
    #expect(
      try Self.patched("R\n  A\n  # others\n  ...\n  # b\n  B\n    C\n", to: "R(A B(D))")
        == "R\n  A\n  # others\n  ...\n  # b\n  B\n    D\n")
    #expect(
      try Self.patched("R\n  # others\n  ...\n  A\n  # gone\n  B\n", to: "R(A)")
        == "R\n  # others\n  ...\n  A\n  # gone\n")
  }

  @Test func `lines end as they did, and new ones as the others`() throws {
    #expect(try Self.patched("R\r\n  A\r\n  B\n", to: "R(A C)") == "R\r\n  A\r\n  C\r\n")
    #expect(try Self.patched("R\n  A", to: "R(A B)") == "R\n  A\n  B")
    #expect(try Self.patched("R\r\n  A\r\n\r\n# e", to: "R(B)") == "R\r\n  B\r\n\r\n# e")
    let text = "\u{feff}tree-spec 1\r\nR\r\n  A\r\n"
    let patch = try SpecPatch(
      Spec(text), to: Self.tree("R(A B)"))
    #expect(patch?.text == "\u{feff}tree-spec 1\r\nR\r\n  A\r\n  B\r\n")
  }

  @Test func `children that get a new parent, or lose theirs, take their lines along`() throws {
    #expect(
      try Self.patched(
        "R\n  # c1\n  A as $a # a\n  # c2\n  B # b\nerror E.1 from $a => handled\n",
        to: "R(Q(A B))"
      ) == "R\n  Q\n    # c1\n    A as $a # a\n    # c2\n    B # b\nerror E.1 from $a => handled\n"
    )
    #expect(
      try Self.patched("R\n  # q\n  Q\n    # c1\n    A # a\n    # c2\n    B # b\n", to: "R(A B)")
        == "R\n  # c1\n  A # a\n  # c2\n  B # b\n  # q\n")
  }

  @Test func `models that get a new parent have moved`() throws {
    let wrapped = try Self.failure("R\n  A\n  B\n  C\n", "R(Q(A B C D))")
    #expect(wrapped.problem.string.hasPrefix("1 extra, 3 moved ("))
    #expect(
      wrapped.rows.map { "\($0.mark.rawValue) \($0.depth) \($0.text): \($0.note)" } == [
        "  0 R: ",
        "> 1 A: is at /R/Q/A, belongs here (line 3)",
        "> 1 B: is at /R/Q/B, belongs here (line 4)",
        "> 1 C: is at /R/Q/C, belongs here (line 5)",
        "+ 1 Q: extra, /R/Q, and 1 below",
        "> 2 A: belongs below R (line 3)",
        "> 2 B: belongs below R (line 4)",
        "> 2 C: belongs below R (line 5)",
      ])
    let unwrapped = try Self.failure("R\n  Q\n    A\n    B\n    D\n", "R(A B)")
    #expect(unwrapped.problem.string.hasPrefix("1 missing, 2 moved ("))
    #expect(
      unwrapped.rows.map { "\($0.mark.rawValue) \($0.depth) \($0.text): \($0.note)" } == [
        "  0 R: ",
        "- 1 Q: missing, line 3 (and 1 line below it)",
        "> 2 A: is at /R/A, belongs here (line 4)",
        "> 2 B: is at /R/B, belongs here (line 5)",
        "> 1 A: belongs below Q (line 4)",
        "> 1 B: belongs below Q (line 5)",
      ])
  }

  @Test func `what keeps a spec from being patched is reported at its line in the file`() throws {
    let text = "tree-spec 1\nR\n  A as $a\n  B\n  C\nerror E.1 from $a => uncaught\n"
    let error = #expect(throws: SpecError.self) {
      try SpecPatch(Spec(text, name: "a.treespec"), to: Self.tree("R"))
    }
    #expect(
      error?.description == """
        a.treespec:6:16: it cannot be patched: no line captures '$a'; write 'as $a' after a \
        model's name; change that line first, or rewrite the spec with --update=overwrite
          error E.1 from $a => uncaught
                         ^^
        """)
  }

  @Test(arguments: ["\u{301}", "a \u{301}", "\u{1f3fb}x", "]\u{301}"])
  func `a mark that would join the sign before it is written by its number`(name: String) throws {
    var root = NestedTree.Node(type: name)
    root.services = [name]
    root.label = name
    let tree = try NestedTree(root: root).snapshot()
    let text = try SpecWriter(tree).write(title: name)
    #expect(text.contains("\\u{"))
    #expect(try Spec(text).check(tree).isPassed)
  }

  @Test func `a missing line is shown by its name, its count and its label`() throws {
    let check = try Self.failure("R\n  A {2} [label=x] [services S, T, U] [!handles]\n", "R")
    #expect(check.rows.map(\.text) == ["R", "A {2} [label=x]"])
  }

  /// Deeper than any stack is.
  private static func chain(_ count: Int) throws -> Snapshot {
    var builder = SnapshotBuilder()
    for id in 1...count { builder.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "A") }
    return try builder.finish()
  }

  @Test(arguments: ["A\n", "A\n  B\n", "A\n  A\n"])
  func `into a spec no models are taken that are deeper than it can nest`(lines: String) throws {
    let spec = try Spec("tree-spec 1\n" + lines, name: "a.treespec")
    let tree = try Self.chain(100_000)
    #expect(!spec.check(tree).isPassed)
    let error = try #require(throws: SpecError.self) { try SpecPatch(spec, to: tree) }
    #expect(error.problems.count == 1)
    #expect(error.problems[0].fault.message.string.contains("deeper than the 200 levels"))
  }

  @Test func `as deep as a spec can nest a tree is taken into it`() throws {
    let tree = try Self.chain(200)
    let patch = try #require(try SpecPatch(Spec("tree-spec 1\nA\n"), to: tree))
    #expect(try Spec(patch.text).check(tree).isPassed)
    #expect(throws: SpecError.self) { try SpecPatch(Spec("tree-spec 1\nA\n"), to: Self.chain(201)) }
  }
}
