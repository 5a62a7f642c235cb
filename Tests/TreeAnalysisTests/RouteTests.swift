import Testing
import TreeAnalysis
import TreeSnapshot

@Suite struct `A route is found` {
  /// A model's registrations, and its response to the error `D.1`.
  static let reasons: [(String, Route.Reason)] = [
    ("", .noHandlers),
    ("error D 1", .code),
    ("error D *", .domain),
    ("error D 2", .otherCodes),
    ("error E 1", .otherDomains),
    ("error E *", .otherDomains),
    ("error D *,error D 1", .code),
    ("error D *,error D 2", .domain),
    ("error E 1,error D 2", .otherCodes),
    ("bubble D 1", .noHandlers),
    ("bubble D 1,event D 1,error E 1", .otherDomains),
    ("error d 1", .otherDomains),
    ("error D ", .otherCodes),
    ("error D.1 *", .otherDomains),
  ]

  @Test(arguments: reasons)
  func `for each reason`(_ handled: String, _ reason: Route.Reason) throws {
    let message = Message(kind: .error, domain: "D", code: "1")
    let snapshot = try line([handled])
    let handles = reason == .code || reason == .domain
    #expect(
      snapshot.route(of: message, raisedAt: 0)
        == Route(
          message: message, raiser: 0,
          hops: [.init(node: 0, verdict: handles ? .handled : .passed, reason: reason)],
          outcome: handles ? .handled(by: 0) : .uncaught))
  }

  /// From the leaf of a line up: the registrations of each model, root first, and the hops.
  static let walks: [([String], String, String)] = [
    (["error D 1", "", ""], "2 no-handlers, 1 no-handlers, 0 code", "handled"),
    (["error D 1", "error D *", "error D 2"], "2 other-codes, 1 domain", "handled"),
    (["error D *", "error D 1", "error D 1"], "2 code", "handled"),
    (
      ["error E 1", "bubble D 1", "error D 2"], "2 other-codes, 1 no-handlers, 0 other-domains",
      "uncaught"
    ),
    (["", ""], "1 no-handlers, 0 no-handlers", "uncaught"),
  ]

  @Test(arguments: walks)
  func `up to the first that takes it`(
    _ walk: (models: [String], hops: String, outcome: String)
  ) throws {
    for kind in [Message.Kind.error, .bubble] {
      // Bubbles take the same way as errors do.
      let models = walk.models.map { model in
        kind == .error
          ? model
          : model.replacing("bubble", with: "event").replacing("error", with: "bubble")
      }
      let message = Message(kind: kind, domain: "D", code: "1")
      let route = try line(models).route(of: message, raisedAt: models.count - 1)
      #expect(
        route.hops.map { "\($0.node) \($0.reason.rawValue)" }.joined(separator: ", ") == walk.hops)
      #expect(route.hops.dropLast().allSatisfy { $0.verdict == .passed })
      let outcome = kind == .bubble && walk.outcome == "uncaught" ? "unhandled" : walk.outcome
      #expect(route.outcome.word == outcome)
    }
  }

  @Test func `past local sessions, which stop neither errors nor bubbles`() throws {
    let snapshot = try line(["session error D 1 bubble", "session", "session", ""])
    let message = Message(kind: .error, domain: "D", code: "1")
    #expect(snapshot.route(of: message, raisedAt: 3).outcome == .handled(by: 0))
  }

  /// A line of models, each the only child of the one before it.
  private func line(_ models: [String]) throws -> Snapshot {
    var tree = SnapshotBuilder()
    for (index, model) in models.enumerated() {
      tree.addNode(
        id: index + 1, parent: index == 0 ? nil : index, type: "M",
        isSession: model.hasPrefix("session"))
      for text in model.replacing("session", with: "").split(separator: ",") {
        let words = text.drop { $0 == " " }.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 3, let kind = Message.Kind(rawValue: String(words[0])) else {
          continue
        }
        tree.subscribe(
          Subscription(
            kind: kind, domain: String(words[1]), code: words[2] == "*" ? nil : String(words[2])))
      }
    }
    return try tree.finish()
  }
}
