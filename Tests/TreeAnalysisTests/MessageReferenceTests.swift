import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@Suite struct `A message reference` {
  private func tree() throws -> Snapshot {
    var tree = SnapshotBuilder()
    func message(_ kind: Message.Kind, _ domain: String, _ code: String) -> Message {
      Message(kind: kind, domain: domain, code: code)
    }
    tree.declare(message(.error, "Net", "101"), label: "badToken")
    tree.declare(message(.error, "Net", "500"))
    tree.declare(message(.error, "Disk", "101"), label: "full")
    tree.declare(message(.bubble, "Menu", "Show"), label: "badToken")
    tree.addNode(id: 1, parent: nil, type: "A")
    tree.subscribe(.init(kind: .error, domain: "Net", code: "500", label: "down"))
    tree.subscribe(.init(kind: .error, domain: "com.app.Net", code: "7", label: "dotted"))
    tree.subscribe(.init(kind: .error, domain: "Whole", code: nil, label: "nothing"))
    tree.subscribe(.init(kind: .error, domain: "Twins", code: "1", label: "same"))
    tree.subscribe(.init(kind: .error, domain: "Twins", code: "2", label: "same"))
    tree.raise(message(.event, "AppEvent", "Start"), label: "started")
    tree.raise(message(.error, "Disk", "full.inner"))
    return try tree.finish()
  }

  static let known: [(String, String, String?)] = [
    ("error Net.101", "error Net.101", "badToken"),
    ("error Net.badToken", "error Net.101", "badToken"),
    ("error badToken", "error Net.101", "badToken"),
    ("bubble badToken", "bubble Menu.Show", "badToken"),
    ("error 500", "error Net.500", "down"),
    ("error down", "error Net.500", "down"),
    ("error full", "error Disk.101", "full"),
    ("error Disk.full.inner", "error Disk.full.inner", nil),
    ("error full.inner", "error Disk.full.inner", nil),
    ("error com.app.Net.7", "error com.app.Net.7", "dotted"),
    ("error com.app.Net.dotted", "error com.app.Net.7", "dotted"),
    ("error 7", "error com.app.Net.7", "dotted"),
    ("event Start", "event AppEvent.Start", "started"),
    ("event AppEvent.started", "event AppEvent.Start", "started"),
    ("  event   Start ", "event AppEvent.Start", "started"),
    ("error Whole.5", "error Whole.5", nil),
  ]

  @Test(arguments: known)
  func `leads to what the tree knows`(
    _ row: (text: String, message: String, label: String?)
  ) throws {
    let resolved = try tree().resolve(MessageReference(row.text))
    #expect(resolved.message.description == row.message)
    #expect(resolved.label == row.label)
    #expect(resolved.isKnown)
  }

  static let unknown: [(String, String, String)] = [
    ("error Net.999", "Net", "999"), ("error Other.101", "Other", "101"),
    ("bubble Net.101", "Net", "101"), ("error com.app.Other.7", "com.app.Other", "7"),
    ("error net.101", "net", "101"),
  ]

  @Test(arguments: unknown)
  func `written in full is answered though the tree does not know it`(
    _ text: String, _ domain: String, _ code: String
  ) throws {
    let reference = try MessageReference(text)
    let resolved = try tree().resolve(reference)
    #expect(resolved.message == Message(kind: reference.kind, domain: domain, code: code))
    #expect(resolved.label == nil)
    #expect(!resolved.isKnown)
  }

  static let unresolved: [(String, String)] = [
    ("error 101", "'101' could be 2 errors: Net.101, Disk.101; write one of these"),
    ("error same", "'same' could be 2 errors: Twins.1, Twins.2; write one of these"),
    ("error Twins.same", "'Twins.same' could be 2 errors: Twins.1, Twins.2; write one of these"),
    (
      "error badTokn",
      "no error is called 'badTokn' in this tree; did you mean 'badToken'? "
        + "write it out in full, Domain.code, to ask about one that the tree does not know"
    ),
    (
      "bubble start",
      "no bubble is called 'start' in this tree; "
        + "write it out in full, Domain.code, to ask about one that the tree does not know"
    ),
    (
      "event start",
      "no event is called 'start' in this tree; did you mean 'Start'? "
        + "write it out in full, Domain.code, to ask about one that the tree does not know"
    ),
    (
      "event \u{1b}[31m",
      "no event is called '\\u{1b}[31m' in this tree; "
        + "write it out in full, Domain.code, to ask about one that the tree does not know"
    ),
  ]

  @Test(arguments: unresolved)
  func `without a domain must lead to one message`(_ text: String, _ message: String) throws {
    let snapshot = try tree()
    let reference = try MessageReference(text)
    let error = #expect(throws: MessageReferenceError.self) { try snapshot.resolve(reference) }
    #expect(error?.description == message)
  }

  @Test func `that two domains spell alike is the one whose domain ends at the last plain dot`()
    throws
  {
    var tree = SnapshotBuilder()
    tree.addNode(id: 1, parent: nil, type: "A")
    tree.subscribe(.init(kind: .error, domain: "a.b", code: "c"))
    tree.subscribe(.init(kind: .error, domain: "a", code: "b.c"))
    let snapshot = try tree.finish()
    for (name, domain) in [("a.b.c", "a.b"), (#"a.b\.c"#, "a"), (#"a\.b.c"#, "a.b")] {
      let found = try snapshot.resolve(MessageReference(kind: .error, name: name)).message
      #expect(found.domain == domain, "\(name)")
      #expect(try snapshot.resolve(MessageReference("error \(found.reference)")).message == found)
    }
    let names = MessageNames(snapshot)
    #expect(
      names.others(called: "a.b.c", than: .init(kind: .error, domain: "a.b", code: "c")) == [
        Message(kind: .error, domain: "a", code: "b.c")
      ])
  }

  static let malformed = [
    ("", ""), (" ", " "), ("error", "error"), ("Net.101", "Net.101"),
    ("error .", "."), ("error .101", ".101"),
    ("error Net.", "Net."), ("error Net..101", "Net..101"), ("error ..", ".."),
    ("error .\u{1b} x", ".\u{1b} x"),
  ]

  @Test(arguments: malformed)
  func `that is no kind and name is refused`(_ text: String, _ name: String) {
    let error = #expect(throws: MessageReferenceError.self) { try MessageReference(text) }
    #expect(
      error?.description
        == "'\(SafeText(name))' isn't a message; "
        + "write a kind and a name, such as error NetworkErrors.101")
  }

  static let kinds: [(String, String?)] = [
    ("errors", "error"), ("Error", "error"), ("evnet", "event"), ("buble", "bubble"),
    ("signal", nil), ("", nil), ("\u{1b}", nil),
  ]

  @Test(arguments: kinds)
  func `of another kind is refused`(_ kind: String, _ suggestion: String?) {
    let error = #expect(throws: MessageReferenceError.self) {
      try MessageReference(kind: kind, name: "Net.101")
    }
    #expect(
      error?.description
        == "'\(SafeText(kind))' isn't a kind of message; write error, bubble or event"
        + (suggestion.map { " (did you mean '\($0)'?)" } ?? ""))
  }

  @Test func `may name each that is declared, listened for or raised, once`() throws {
    let known = try MessageNames(tree()).all(.error)
    #expect(
      known.map { "\($0.message.name) \($0.label ?? "-")" } == [
        "Net.101 badToken", "Net.500 down", "Disk.101 full", "com.app.Net.7 dotted",
        "Twins.1 same", "Twins.2 same", "Disk.full.inner -",
      ])
    #expect(try MessageNames(tree()).all(.bubble).map(\.message.name) == ["Menu.Show"])
    #expect(try MessageNames(tree()).all(.event).map(\.message.name) == ["AppEvent.Start"])
  }
}
