import ModelTree
import ModelTreeJournal
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeSpec

/// Lines about the past, on journals of objects that aren't models.
@MainActor @Suite struct `Specs of reported messages` {
  private let journal = Journal(bytes: 1 << 16)
  private let cart = RecordedObject(id: 1, type: "Cart")
  private let cell = RecordedObject(id: 2, type: "Cell")

  private func raise(
    _ kind: Message.Kind, _ code: String, by raiser: RecordedObject, _ takers: [RecordedObject] = []
  ) {
    journal.record(
      Message(kind: kind, domain: "Cart", code: code), label: nil, raisedBy: raiser,
      takenBy: takers, hops: 1
    ) {}
  }

  private func check(_ lines: String) throws -> SpecResult {
    try Spec("tree-spec 1\n\(lines)", name: "past.treespec")
      .check(RecordedHistory(try journal.contents))
  }

  private func problem(of line: String) throws -> String? {
    let result = try check(line)
    return result.checks.last.flatMap { FindingWords(result).explanation(of: $0) }?.problem.string
  }

  private func refusal(of lines: String, withTree isTreeThere: Bool = false) -> String? {
    let spec = try? Spec("tree-spec 1\n\(lines)", name: "past.treespec")
    do throws(SpecError) {
      try spec?.requireNoTreeOfPast(isTreeThere)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `never is about them, and sends nobody to a tree`() throws {
    raise(.error, "full", by: cell, [cart])
    raise(.event, "changed", by: cart, [cell])
    #expect(try check("never uncaught\nnever unhandled\nnever unheard").isPassed)
    raise(.error, "full", by: cell)
    raise(.bubble, "tap", by: cell)
    let result = try check("never uncaught")
    #expect(result.failureCount == 1)
    let text = ResultText(result, tree: "app.journal").plain
    #expect(text.contains("    was uncaught at moment 6, "))
    #expect(text.contains("raised by Cell #2: uncaught outside of sessions"))
    #expect(text.contains("'journal --led-to 6' tells what led to it"))
    #expect(!text.contains("--at"))
    #expect(try problem(of: "never unhandled Cart.tap")?.hasPrefix("was unhandled at ") == true)
  }

  @Test func `within is about who takes them, by type`() throws {
    raise(.error, "full", by: cell, [cart])
    raise(.event, "changed", by: cart, [cell])
    #expect(try check("error Cart.full => Cart within 1 h").isPassed)
    #expect(try check("error Cart.full from Cell => handled except Cell within 1 h").isPassed)
    #expect(try check("event Cart.* => delivered within 1 h").isPassed)
    #expect(
      try problem(of: "error Cart.full => Cell within 1 h")?
        .hasPrefix("was handled by Cart #1 at moment 2, ") == true)
    #expect(try problem(of: "error Cart.full => Cart within 0 ms")?.hasPrefix("took ") == true)
    for line in ["error full from ** => Cart within 1 s", "event changed => delivered within 1 s"] {
      #expect(refusal(of: line) == nil)
    }
  }

  @Test(arguments: [
    "always not Cell", "always limit nodes <= 2", "always\n  Cart", "Cart", "limit nodes <= 2",
    "error full => Cart/Cell within 1 s", "error full from Cart/* => Cart within 1 s",
    "event changed => Cell within 1 s", "event changed => delivered except Cell within 1 s",
  ])
  func `what asks for a tree is refused, with the first such line`(line: String) throws {
    // A tree stands before the other lines.
    let isTree = line == "Cart"
    let first = line.prefix { $0 != "\n" }
    #expect(
      refusal(of: "\(isTree ? "" : "never uncaught\n")\(line)\nlimit depth <= 9") == """
        past.treespec:\(isTree ? 2 : 3):1: this asks for a tree, and objects that aren't \
        models keep none in a journal
          \(first)
          \(String(repeating: "^", count: first.count))
        """)
  }

  @Test func `the tree of an app that runs is there now, and was never recorded`() {
    #expect(refusal(of: "never uncaught\nnot Cell\nCart", withTree: true) == nil)
    #expect(refusal(of: "always not Cell", withTree: true) != nil)
  }

  @Test func `a name that stands for models is looked at, too`() {
    #expect(
      refusal(of: "let $it = Cart/Cell\nerror full => $it within 1 s")?
        .hasPrefix("past.treespec:3:1: this asks for a tree") == true)
    #expect(refusal(of: "let $it = Cell\nerror full => $it within 1 s") == nil)
  }

  @Test func `the oldest may be gone`() throws {
    for _ in 0..<2_000 { raise(.error, "full", by: cell, [cart]) }
    #expect(journal.droppedRecords > 0)
    #expect(try check("never uncaught\nerror Cart.full => Cart within 1 h").isPassed)
  }
}
