import TreeSnapshot

@testable import TreeSpec

/// The reports that the tests look at.
enum ReportSample {
  /// One spec that passes, one that fails in two ways and skips a check, one that is refused, and one
  /// that no run used.
  static func report() throws -> SpecReport {
    let tree = try tree()
    return SpecReport(
      runs: [
        try run("ok.treespec", "tree-spec 1\nApp [session]\n  ...\n", tree),
        try run("a b.treespec", failing, tree),
        try run("bad.treespec", "tree-spec 1\nApp [sesion]\n", tree),
      ],
      unused: ["old,1.treespec"], version: "1.2.3")
  }

  private static let failing = """
    tree-spec 1 "the start"
    App [session]
      Flow
        Missing as $m
    error Net.1 from Cell => App
    error Net.1 from $m => App
    limit depth <= 3

    """

  static func tree() throws -> Snapshot {
    var builder = SnapshotBuilder(name: "App")
    builder.addNode(id: 1, parent: nil, type: "App", isSession: true)
    builder.subscribe(.init(kind: .error, domain: "Net", code: "1", label: "lost"))
    builder.addNode(id: 2, parent: 1, type: "Flow")
    builder.addNode(id: 3, parent: 2, type: "Cell", source: "Views/Cell.swift:7")
    builder.subscribe(.init(kind: .error, domain: "Net", code: "1", label: "lost"))
    return try builder.finish()
  }

  /// The outcome of one spec, whatever it is.
  static func run(_ name: String, _ text: String, _ tree: Snapshot) throws -> SpecRun {
    let outcome: SpecRun.Outcome
    do {
      outcome = .checked(try Spec(text, name: name).check(tree))
    } catch {
      outcome = .refused(error)
    }
    return SpecRun(spec: name, dump: "tree.json", outcome: outcome)
  }

  /// Names that try to be more than names.
  static let hostileNames = [
    "]]>", "a\n::error::forged", "::error file=x::forged", "##[error]forged", "%0A::error::forged",
    "|", "# SKIP", "\\# TODO", "-->", "\u{1b}[31mred", "\u{202e}txt", "\"quoted\" 'so'", "a\tb",
    "a\u{0}b\u{7f}\u{85}", "\r\nnot ok 9 - forged", "\n  ...\nnot ok 9", "<failure/>", "&lt;&#27;",
    "</testsuites>", "{0}", "[x](https://evil)", "\u{fffe}", "\u{2028}", "👩‍👩‍👧 ü", "\u{e0001}", "a: b",
    "\\", "a,line=9,b::c", "#\u{200b}#[group]", " ", String(repeating: "a", count: 10_000),
  ]

  /// A report in which everything that can be is named so: the tree's models, the files, the title.
  /// Four checks fail, one is skipped, one spec is refused with one problem, one is not used.
  static func hostile(_ name: String) throws -> SpecReport {
    var builder = SnapshotBuilder(name: name)
    builder.addNode(id: 1, parent: nil, type: name, isSession: true)
    builder.subscribe(.init(kind: .error, domain: name, code: name, label: name, source: name))
    builder.addNode(id: 2, parent: 1, type: name, label: name, source: "\(name):7")
    let tree = try builder.finish()
    let quoted = SpecText.quoted(name)
    let shape = """
      tree-spec 1 \(quoted)
      \(quoted) [session]
        \(quoted) [label=\(SpecText.quoted("not " + name))]
        Missing as $m
      error * from ** => uncaught
      not **
      limit nodes < 1
      error * from $m => handled

      """
    return SpecReport(
      runs: [
        try run(name, shape, tree),
        try run(name, "tree-spec 1\n\(quoted) [\(quoted)]\n", tree),
      ].map { run in
        var run = run
        run.dump = name
        return run
      }, unused: [name], version: "1")
  }
}
