import Foundation
import TestSupport
import Testing

/// The ten bugs of `Tests/BuggyApps`: for each, what a command says of the running app.
@Suite struct `Planted bugs` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  /// A bug, the command that finds it, and what its answer says.
  struct Bug: CustomTestStringConvertible {
    let name: String
    let command: [String]
    /// Names and lines.
    let evidence: [String]
    var testDescription: String { name }
  }

  static let bugs = [
    Bug(
      name: "EarlyRemoval", command: ["history", "Checkout"],
      evidence: [
        "Checkout #3 starts work", "EarlyRemoval.swift:13", "Checkout #3 is detached",
        "Basket #2's handler of event BasketEvents.emptied",
        "Checkout #3's work ends, and its answer is dropped",
      ]),
    Bug(
      name: "WrongSession",
      command: ["trace", "event", "EditorEvents.saved", "--from", "TextEditor"],
      evidence: [
        "/AppSession/DocumentList is registered for it at WrongSession.swift:12, but is outside "
          + "EditorSession"
      ]),
    Bug(
      name: "EarlyEvent", command: ["problems"],
      evidence: [
        "event ConfigEvents.loaded was unheard once, raised by Config #2", "Banner #3",
        "registers for it 3 records later (#6), at EarlyEvent.swift:12",
      ]),
    Bug(
      name: "Leak", command: ["problems"],
      evidence: ["Player #2 left the tree, and is still alive", "Leak.swift:9"]),
    Bug(
      name: "SwallowedError", command: ["problems"],
      evidence: [
        "error FeedErrors.1 (offline) never arrives here", "has a nearer handler", "/AppSession #1",
        "next: modeltree routes @SwallowedError",
      ]),
    Bug(
      name: "WrongService", command: ["problems"],
      evidence: ["models here get the service APIClient from this session", "ProfileSession #2"]),
    Bug(
      name: "DoubleHandler", command: ["journal", "--what", "delivered,received"],
      evidence: [
        "2 models received it", "Counter #3 receives it", "Counter #4 receives it",
        "DoubleHandler.swift:10",
      ]),
    Bug(
      name: "WrongFlow", command: ["problems"],
      evidence: ["bubble OrderFlow.finished never arrives here", "/AppSession/MainFlow #2"]),
    Bug(
      name: "SlowHandler", command: ["problems"],
      evidence: [
        "Thumbnails #3 took ", " for event SyncEvents.finished", "at SlowHandler.swift:13",
      ]),
    Bug(
      name: "Storm", command: ["problems"],
      evidence: [
        "bubble FeedBubbles.changed", "bubble ListBubbles.scrolled", "times at a stretch",
        "Row #3",
      ]),
  ]

  @Test(arguments: bugs) func `one command's answer says it`(bug: Bug) throws {
    let app = try folder.start(bug.name, of: "BuggyApps")
    let words = [bug.command[0], "@\(bug.name)"] + bug.command.dropFirst()
    let answer = try folder.modeltree(words)
    for part in bug.evidence { #expect(answer.text.contains(part), "\(part)\n\(answer.text)") }
    #expect(app.finish() == 0)
  }

  @Test func `the first three problems name eight of ten`() throws {
    let found = try Self.bugs.map(\.name).filter { name in
      let app = try folder.start(name, of: "BuggyApps")
      let answer = try ChildProcess.run(
        [BuiltProduct.path(of: "modeltree"), "problems", "@\(name)", "--limit", "3"],
        environment: folder.environment, directory: folder.path)
      #expect(app.finish() == 0)
      return answer.text.contains(try #require(Self.clues[name]))
    }
    #expect(found.count >= 8, "\(found)")
  }

  // MARK: The official client

  /// What names each bug's cause.
  private static let clues = [
    "EarlyRemoval": "Basket", "WrongSession": "DocumentList", "EarlyEvent": "Banner",
    "Leak": "Leak.swift:9", "SwallowedError": "FeedScreen", "WrongService": "ProfileSession",
    "DoubleHandler": "Counter", "WrongFlow": "AddressFlow", "SlowHandler": "Thumbnails",
    "Storm": "ListBubbles.scrolled",
  ]

  @Test(.enabled(if: !LinkTestFolder.python.isEmpty, "tools/test installs the official client"))
  func `an agent finds six without a name, by problems and three of the calls that it names`()
    throws
  {
    let names = Self.bugs.map(\.name)
    let apps = try names.map { try folder.start($0, of: "BuggyApps") }
    let problems = try folder.ask(names.map { ["problems", ["target": "@\($0)"]] })
    let nexts = problems.map { _, answer, _ in
      (answer["problems"] as? [[String: Any]] ?? []).prefix(3).compactMap { problem -> [Any]? in
        guard let next = problem["next"] as? [String: Any], let tool = next["tool"] as? String
        else {
          return nil
        }
        return [tool, next["arguments"] ?? [:]]
      }
    }
    var answers = try folder.ask(nexts.flatMap { $0 })[...]
    var found: [String] = []
    for (place, name) in names.enumerated() {
      let texts = ([problems[place]] + answers.prefix(nexts[place].count)).map {
        $0.texts + "\($0.answer)"
      }
      answers = answers.dropFirst(nexts[place].count)
      if texts.contains(where: { $0.contains(Self.clues[name] ?? "…") }) { found.append(name) }
    }
    #expect(found.count >= 6, "\(found)")
    for app in apps { #expect(app.finish() == 0) }
  }
}
