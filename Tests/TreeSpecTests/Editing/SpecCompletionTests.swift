import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `Completing a spec` {
  /// The completions at the `|` of a text, and the part of the line that they replace.
  private func complete(_ text: String) throws -> (replaced: String, items: [SpecCompletion.Item]) {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let line = parts[0].split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let start = parts[0].split(separator: "\n", omittingEmptySubsequences: false)[line]
    let completion = SpecCompletion(
      parts.joined().utf8, line: line, byte: start.utf8.count,
      snapshot: try ExamTree.snapshot())
    let bytes = Array(start.utf8)[completion.replaced]
    return (String(decoding: bytes, as: UTF8.self), completion.items)
  }

  @Test(arguments: [
    ("error Netw|", "Netw", ["NetworkErrors.badResponse", "NetworkErrors.badToken"]),
    ("error A.1 |", "", ["from", "=>", "except"]),
    ("bubble |", "", ["MainFlow.ShowSideMenu"]),
    ("service AP|", "AP", ["APIClient"]),
    ("service A |", "", ["from"]),
    ("service A from ** => |", "", ["provided", "missing", "AppAuthorizedSession"]),
    ("error A.1 from |", "", ["**", "AppAuthorizedSession"]),
    ("error A.1 from ** |", "", ["=>", "except"]),
    ("error A.1 from ** => |", "", ["handled", "uncaught", "AppAuthorizedSession"]),
    ("event A.1 => X |", "", ["except", "only", "within"]),
    ("always |", "", ["not", "limit", "error", "bubble", "event", "service"]),
    ("always event |", "", ["AppEvent.StartExam", "AppEvent.ExamCreated"]),
    ("not MainFlow/|", "", ["AppAuthorizedSession", "DashboardModel"]),
    ("not MainFlow[|", "", ["session", "leaf", "work", "label=", "handles=", "service="]),
    ("limit |", "", ["depth", "nodes", "children", "sessions"]),
    ("never unc|", "unc", ["uncaught", "unhandled", "unheard", "work"]),
    ("App\n  MainFlow [|", "", ["session", "unopened", "label=", "representation=", "handles"]),
    ("App\n  MainFlow [!ha|", "ha", ["session", "unopened"]),
    ("App\n  MainFlow [handles |", "", ["error", "bubble", "event", "only", "ordered"]),
    ("App\n  MainFlow [handles only event |", "", ["AppEvent.StartExam", "AppEvent.ExamCreated"]),
    ("App\n  MainFlow [handles error A.1, |", "", ["NetworkErrors.badResponse"]),
    ("App\n  MainFlow [children |", "", ["exact", "contains", "deep", "unordered", "ordered"]),
    ("App [services |", "", ["APIClient"]),
    ("App as $app\nnot |", "", ["$app", "AppAuthorizedSession"]),
    ("App # comment |", "", []),
    ("App [label=\"a |", "", []),
  ])
  func `what may follow is listed, and the begun word is replaced`(
    text: String, replaced: String, first: [String]
  ) throws {
    let found = try complete("tree-spec 1\n" + text)
    #expect(found.items.prefix(first.count).map(\.text) == first)
    if first.isEmpty { #expect(found.items == []) } else { #expect(found.replaced == replaced) }
  }

  @Test func `types of children of the model above come first, with how many there are`() throws {
    let items = try complete("tree-spec 1\nApp\n  ExamCreationFlow\n    |").items
    #expect(
      items.prefix(4).map(\.text) == [
        "ExamOptionsPickerModel", "ExamSubjectPickerModel", "ExamTopicPickerModel",
        "AppAuthorizedSession",
      ])
    #expect(items.first?.detail == "1 model")
  }

  @Test func `without a tree, the language's own words are left`() {
    let completion = SpecCompletion("".utf8, line: 0, byte: 0, snapshot: nil)
    #expect(completion.items.first?.text == "tree-spec")
    #expect(completion.items.allSatisfy { $0.kind == .keyword })
    #expect(SpecCompletion("error ".utf8, line: 0, byte: 6, snapshot: nil).items == [])
    #expect(SpecCompletion("x".utf8, line: 7, byte: 99, snapshot: nil).replaced == 0..<0)
  }
}
