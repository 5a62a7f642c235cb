import Foundation
import ModelTree
import ModelTreeAgent
import ModelTreeJournal
import TreeObjects

/// An app that tests reach from outside: `ListeningApp NAME MODELS [foreign] [handler] [journal]`. It
/// ends when its input does.
@main
enum ListeningApp {
  @MainActor private static var app: TestedApp?

  @MainActor static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let options = Set(words.dropFirst(2))
    if options.contains("handler") {
      signal(SIGTERM) { _ in
        _ = write(1, "handled\n", 8)
        exit(7)
      }
    }
    let app = TestedApp(
      name: words.first ?? "App", models: Int(words.dropFirst().first ?? "") ?? 3,
      isForeign: options.contains("foreign"), hasJournal: options.contains("journal"))
    app.start()
    Self.app = app
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while readLine() != nil {}
        continuation.resume()
      }
    }
    exit(0)
  }
}

enum AppErrors: Int, ErrorCode, CaseIterable {
  case offline = 1
  case denied = 2
}

enum AppEvents: String, GlobalEventName, CaseIterable { case refresh = "Refresh" }

enum Nav {
  struct Open: BubbleMessage, Codable { let title: String }
  struct Close: BubbleMessage, Codable {}
}

final class RootSession: Session {}
final class Item: Model {
  var count = 0
  override var state: KeyValuePairs<String, String> {
    count == 0 ? [:] : ["count": "\(count)"]
  }
}

/// An object that knows no model tree.
@MainActor final class Part: @MainActor Inspectable {
  let inspectedName: String?
  var parts: [Part] = []
  var inspectedChildren: [AnyObject?] { parts }
  var inspectedSubscriptions: [InspectedMessage] {
    parts.isEmpty ? [] : [.error(AppErrors.offline), .event(AppEvents.refresh)]
  }
  func receive(_ test: TestMessage) { Terminal.say("test \(test.code)") }

  init(_ name: String) { inspectedName = name }
}

enum Terminal {
  static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}

@MainActor final class TestedApp {
  private let name: String
  private var session: RootSession? = RootSession()
  private let part: Part?
  private var agent: Agent?
  private var kept: [() -> Model] = []

  init(name: String, models: Int, isForeign: Bool, hasJournal: Bool) {
    self.name = name
    part = isForeign ? Part("Root") : nil
    if let part {
      for number in 1..<max(models, 2) { part.parts.append(Part("Part\(number)")) }
      return
    }
    guard let session else { return }
    if hasJournal {
      session.record(in: Journal(bytes: Journal.leastBytes))
      session.open()
      session.register(for: AppErrors.denied) { [weak session] _ in
        guard let session else { return }
        _ = Item(parent: session)
        session.task {
          try? await Task.sleep(for: .milliseconds(20))
        } then: { session, _ in
          _ = Item(parent: session)
        }
      }
    }
    session.register(for: AppErrors.offline) { error in
      Terminal.say(error.isTest ? "test offline" : "offline")
    }
    var parents: [Model] = [session]
    for number in 1..<max(models, 2) {
      let item = Item(parent: parents[(number - 1) / 8])
      parents.append(item)
      if number % 3 == 0 { item.register(for: AppEvents.refresh) }
    }
  }

  func start() {
    let agent = Agent(name: name, actions: actions) { [weak self] in self?.part ?? self?.session }
    do {
      try agent.listen()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
    self.agent = agent
    Terminal.say("ready")
  }

  private var actions: [Agent.Action] {
    [
      Agent.Action("add", help: "Adds a model.") { [unowned self] _ in
        guard let session else { return "" }
        return "#\(Item(parent: session).id)"
      },
      Agent.Action("count", help: "Changes a model's state alone.") { [unowned self] _ in
        let item = session?.children.first as? Item
        item?.count += 1
        return "\(item?.count ?? 0)"
      },
      Agent.Action(
        "raise TIMES", help: "Raises an error so often.",
        values: ["TIMES": { [unowned self] in ["1", "\(session?.children.count ?? 0)"] }]
      ) { [unowned self] words in
        for _ in 0..<(Int(words[0]) ?? 0) { session?.children.last?.raise(AppErrors.offline) }
        return ""
      },
      Agent.Action("storm SECONDS RATE", help: "Raises an event so often each second.") {
        [unowned self] words in
        storm(seconds: Double(words[0]) ?? 0, rate: words.count > 1 ? Int(words[1]) ?? 0 : 1_000)
        return ""
      },
      Agent.Action("leak", help: "Removes a model and keeps it.") { [unowned self] _ in
        guard let last = session?.children.last else { return "" }
        kept.append { last }
        last.removeFromParent()
        return ""
      },
      Agent.Action("offer", help: "Registers for messages that carry values.") {
        [unowned self] _ in
        session?.register(for: Nav.Open.self) { Terminal.say("open \($0.title)") }
        session?.register(for: Nav.Close.self) { _ in Terminal.say("close") }
        return ""
      },
      Agent.Action("close", help: "Lets go of the tree.") { [unowned self] _ in
        session = nil
        return ""
      },
      Agent.Action("hang SECONDS", help: "Lets the main actor do nothing else.") { words in
        Thread.sleep(forTimeInterval: Double(words[0]) ?? 0)
        return "awake"
      },
      Agent.Action("hangSoon SECONDS", help: "The same, once this is answered.") { words in
        let seconds = Double(words[0]) ?? 0
        Task { @MainActor in
          try? await Task.sleep(for: .milliseconds(100))
          Terminal.say("hanging")
          Self.sleep(seconds)
        }
        return ""
      },
      Agent.Action("crash", help: "Ends the process at once.") { _ in
        kill(getpid(), SIGKILL) == 0 ? "" : ""
      },
      Agent.Action("stop", help: "Stops listening.") { [unowned self] _ in
        agent?.stop()
        return ""
      },
      Agent.Action("exit", help: "Ends the process.") { _ in exit(0) },
    ]
  }

  private func storm(seconds: Double, rate: Int) {
    let start = ContinuousClock.now
    Task { @MainActor in
      var count = 0
      while ContinuousClock.now - start < .seconds(seconds) {
        let wanted = Int((ContinuousClock.now - start) / .seconds(1) * Double(rate))
        while count < wanted {
          session?.raise(AppEvents.refresh)
          count += 1
        }
        try? await Task.sleep(for: .milliseconds(1))
      }
      Terminal.say("raised \(count)")
    }
  }

  private static func sleep(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}
