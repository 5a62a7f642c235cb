import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

/// Patches of specs that allow other children: no failure would show a removed line.
@Suite struct `Patching a spec that allows others` {
  private static func patch(_ lines: String, to tree: String) throws -> SpecPatch {
    let text = "tree-spec 1\n" + lines
    return try #require(
      try SpecPatch(
        Spec(text), to: `Patching a spec`.tree(tree)))
  }

  private static func patched(_ lines: String, to tree: String) throws -> String {
    let patch = try patch(lines, to: tree)
    #expect(try Spec(patch.text).check(`Patching a spec`.tree(tree)).isPassed)
    return String(patch.text.dropFirst("tree-spec 1\n".count))
  }

  private static let contains = "default children: contains\n"

  @Test func `a renamed model keeps its line, its comments and its capture`() throws {
    let spec =
      "\(Self.contains)R\n  # why\n  Dashboard as $d # here\n  Menu\nerror E.1 from $d => R\n"
    #expect(
      try Self.patched(spec, to: "R(Other Dashboards Menu)")
        == "\(Self.contains)R\n  # why\n  Dashboards as $d # here\n  Menu\nerror E.1 from $d => R\n"
    )
    // The only model that no line has is the one, whatever its name.
    #expect(
      try Self.patched(spec, to: "R(Start Menu)")
        == "\(Self.contains)R\n  # why\n  Start as $d # here\n  Menu\nerror E.1 from $d => R\n")
    let patch = try Self.patch(spec, to: "R(Start Menu)")
    #expect(
      patch.changes == [PatchChange(kind: .renamed(from: "Dashboard", to: "Start"), line: 5)])
  }

  @Test func `models with new names keep their lines at every level`() throws {
    #expect(
      try Self.patched(
        "\(Self.contains)R\n  Mainflo\n    # why\n    Dashbord # here\n      Cel\n",
        to: "R(Mainflow(X Dashboard(Cell Y)))")
        == "\(Self.contains)R\n  Mainflow\n    # why\n    Dashboard # here\n      Cell\n")
  }

  @Test func `models that got a new parent, or lost theirs, take their lines along`() throws {
    #expect(
      try Self.patched("\(Self.contains)R\n  # c\n  A as $a # a\n  B\n", to: "R(X Q(Y A B))")
        == "\(Self.contains)R\n  Q\n    # c\n    A as $a # a\n    B\n")
    #expect(
      try Self.patched("\(Self.contains)R\n  Q\n    # c\n    A # a\n", to: "R(A X Y)")
        == "\(Self.contains)R\n  # c\n  A # a\n")
    #expect(
      try Self.patched("R\n  A\n  B\n    C\n    ...\n", to: "R(B(C X A))")
        == "R\n  B\n    C\n    A\n    ...\n")
  }

  @Test func `a line that moves asks for what it asked for`() throws {
    // Others are allowed below B alone: A still has none.
    #expect(
      try Self.patched("R\n  A\n    C\n  B [children contains]\n", to: "R(B(A(C)))")
        == "R\n  B [children contains]\n    A [children exact unordered]\n      C\n")
    #expect(
      try Self.patched("R\n  A\n  B [children contains]\n", to: "R(B(A))")
        == "R\n  B [children contains]\n    A [leaf]\n")
  }

  @Test func `where several models may be the one, the line stays, fails, and is named`() throws {
    let patch = try Self.patch("\(Self.contains)R\n  # why\n  Old\n  B\n", to: "R(X B Y)")
    #expect(patch.text == "tree-spec 1\n\(Self.contains)R\n  # why\n  Old\n  B\n")
    #expect(
      patch.changes == [
        PatchChange(kind: .left(name: "Old", models: ["X", "Y"], more: 0), line: 5)
      ])
    let result = try Spec(patch.text).check(`Patching a spec`.tree("R(X B Y)"))
    #expect(!result.isPassed)
  }

  @Test func `a line without a model goes where none is left, and is named`() throws {
    let patch = try Self.patch("\(Self.contains)R\n  # why\n  Old\n  B\n", to: "R(B)")
    #expect(patch.text == "tree-spec 1\n\(Self.contains)R\n  # why\n  B\n")
    #expect(patch.changes == [PatchChange(kind: .removed(name: "Old", below: 0), line: 5)])
    // Without others the failure of one that is not listed stays.
    #expect(try Self.patch("R\n  Old\n  B\n", to: "R(B)").changes.isEmpty)
  }

  @Test func `a count that falls and an attribute that goes are named`() throws {
    let patch = try Self.patch(
      "\(Self.contains)R [handles error E.1, E.2]\n  A {3}\n", to: "R(A A X)")
    #expect(patch.text == "tree-spec 1\n\(Self.contains)R [handles error E.1]\n  A {2}\n")
    #expect(
      patch.changes == [
        PatchChange(kind: .dropped(name: "R", attribute: "[handles error E.2]"), line: 3),
        PatchChange(kind: .fewer(name: "A", from: "{3}", to: "{2}"), line: 4),
      ])
  }

  @Test func `a failure says where a model is that moved among others`() throws {
    let lines = "tree-spec 1\n\(Self.contains)R\n  A\n  B\n"
    let check = try Spec(lines).check(`Patching a spec`.tree("R(Q(A) B)")).shapeExplanation()
    #expect(check.problem.string.hasPrefix("1 moved ("))
    #expect(
      check.rows.map { "\($0.mark.rawValue) \($0.depth) \($0.text): \($0.note)" } == [
        "  0 R: ", "> 1 A: is at /R/Q/A, belongs here (line 4)", "  1 Q: in no line",
        "> 2 A: belongs below R (line 4)", "  1 B: ",
      ])
  }

  // MARK: Routes

  private static func raising(_ raises: [String: [Message]]) throws -> Snapshot {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "R")
    builder.subscribe(.init(kind: .error, domain: "E", code: "1", label: "lost"))
    for (place, name) in ["A", "B"].enumerated() {
      builder.addNode(id: place + 2, parent: 1, type: name)
      for message in raises[name] ?? [] { builder.raise(message) }
    }
    return try builder.finish()
  }

  @Test func `messages that models are new to raise bring the lines of their routes`() throws {
    let lost = Message(kind: .error, domain: "E", code: "1")
    let other = Message(kind: .error, domain: "E", code: "2")
    let tree = try Self.raising(["A": [lost, other], "B": [lost]])
    let before = try SpecWriter(Self.raising(["B": [lost]])).write(title: nil)
    let patch = try #require(try SpecPatch(Spec(before), to: tree))
    #expect(patch.text == (try SpecWriter(tree).write(title: nil)).sortedLines(like: patch.text))
    #expect(patch.text.hasSuffix("error E.lost from A => R\nerror E.2 from A => uncaught\n"))
    #expect(try Spec(patch.text).check(tree).isPassed)
    // Text that a line already contains isn't repeated.
    let covered = before.replacing("from B => R", with: "from * => R")
    let again = try #require(try SpecPatch(Spec(covered), to: tree))
    #expect(again.text.hasSuffix("error E.lost from * => R\nerror E.2 from A => uncaught\n"))
  }
}

extension String {
  /// The same lines in the order of another text; additional ones come last.
  fileprivate func sortedLines(like other: String) -> String {
    var left = split(separator: "\n", omittingEmptySubsequences: false)
    var sorted: [Substring] = []
    for line in other.split(separator: "\n", omittingEmptySubsequences: false) {
      if let place = left.firstIndex(of: line) { sorted.append(left.remove(at: place)) }
    }
    return (sorted + left).joined(separator: "\n")
  }
}
