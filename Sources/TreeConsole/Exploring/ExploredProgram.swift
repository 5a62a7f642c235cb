import LineEditing
import TextIO
import TreeAnalysis
import TreeExplore
import TreeJournal
import TreeLink
import TreeSnapshot

/// Starts the apps of an exploration from outside.
struct AppStarter {
  /// The command that starts the app, or the app's name.
  enum Source {
    case command([String])
    case app(AppName, reset: [String])
  }

  let source: Source
  /// A folder of the explorer's own, where the app's socket lies.
  let folder: String
  /// Whether to end with what was found.
  let shouldEnd: @Sendable () -> Bool

  /// How long an app may take until it listens, or to answer.
  private static let patience = Duration.seconds(30)

  /// Starts an app, or has a running one begin again.
  ///
  /// - Throws: `ConsoleError` if it doesn't listen.
  func start() throws -> ExploredProgram {
    switch source {
    case .app(let name, let reset):
      let (_, connection) = try AppSearch(client: RemoteTarget.client).find(name)
      let app = try ExploredProgram(connection, nil, Self.patience, shouldEnd)
      try app.begin(with: reset)
      return app
    case .command(let words):
      let output = "\(folder)/output"
      guard
        let program = StartedProgram(
          words,
          environment: [
            "MODELTREE_DIR=\(folder)", "MODELTREE_EXPLORING=1", "SWIFT_BACKTRACE=enable=no",
          ], output: output)
      else { throw ConsoleError("'\(words.joined(separator: " "))' cannot be started") }
      do {
        return try ExploredProgram(
          connection(to: program, output), program, Self.patience, shouldEnd)
      } catch {
        program.stop()
        throw error
      }
    }
  }

  private func connection(
    to program: StartedProgram, _ output: String
  ) throws -> LinkConnection {
    let end = ContinuousClock.now + Self.patience
    while true {
      if shouldEnd() { throw Interrupted() }
      // The program may start another one, which listens.
      for place in (try? LinkFolder(folder)?.places()) ?? [] {
        if let connection = try? LinkConnection(to: place) { return connection }
      }
      if let how = program.end {
        throw ConsoleError("the app \(how) before it listened\(Self.lastLine(of: output))")
      }
      if ContinuousClock.now > end {
        throw ConsoleError(
          "the app doesn't listen after 30 s; it must call 'listen()' of its Agent")
      }
      BackgroundThread.pause(for: .milliseconds(2))
    }
  }
}

extension AppStarter {
  /// The last line that a program wrote, after a colon; empty if there is none.
  private static func lastLine(of file: String) -> SafeText {
    guard let bytes = FileBytes.beginning(of: file, count: 1 << 16),
      let line = bytes.split(separator: UInt8(ascii: "\n")).last
    else { return "" }
    return ": \(String(decoding: line, as: UTF8.self))"
  }
}

/// An app of another process that is explored over its link.
final class ExploredProgram: PlayableApp {
  private let connection: LinkConnection
  /// The process, if it was started for this.
  private let program: StartedProgram?
  private let patience: LinkPatience
  private let shouldEnd: @Sendable () -> Bool
  private let capabilities: Set<Greeting.Capability>
  /// The latest record of its journal.
  private var record = 0
  /// The latest record of its journal, and the models that had left, before it began again.
  private var earlier: (record: Int, leaks: Set<Int>) = (0, [])
  private var waiting: [Waiting] = []

  /// How long a step may go on in an app that gives no clock.
  private static let realTime = Duration.milliseconds(120)
  /// How long an app may take to settle.
  private static let settling = 1_000

  init(
    _ connection: LinkConnection, _ program: StartedProgram?, _ patience: Duration,
    _ shouldEnd: @escaping @Sendable () -> Bool
  ) throws {
    self.connection = connection
    self.program = program
    self.shouldEnd = shouldEnd
    self.patience = LinkPatience(limit: patience) { _ in if shouldEnd() { throw Interrupted() } }
    capabilities = try connection.hello(as: RemoteTarget.client, self.patience).capabilities
    if isHeld { try connection.holdClock(answers: false, self.patience) }
    try settle()
  }

  private var isHeld: Bool { capabilities.contains(.exploring) }

  /// Has the app begin again. What it did before doesn't count.
  func begin(with action: [String]) throws {
    let names = try connection.actions(patience).map(\.name)
    let name = action.first ?? ""
    guard names.contains(name) else {
      let hint = names.hint(for: name, otherwise: "'modeltree do' lists its actions")
      throw ConsoleError("the app offers no '\(name)' to begin again; \(hint)")
    }
    do {
      _ = try connection.perform(action, patience)
    } catch AppLinkError.refused {
      // As 'log-out' is if nobody is signed in: it's at its beginning.
    }
    try settle()
    earlier = (record, Set(leaks.map(\.id)))
  }

  private var leaks: [LeakedModel] {
    capabilities.contains(.leaks) ? (try? connection.leaks(patience)) ?? [] : []
  }

  /// Lets real time pass.
  private func pause(for duration: Duration) throws(Interrupted) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      if shouldEnd() { throw Interrupted() }
      BackgroundThread.pause(for: min(.milliseconds(20), ContinuousClock.now.duration(to: end)))
    }
  }

  /// Asks the app, and finds out why it doesn't answer.
  private func ask<Answer>(_ question: () throws -> Answer) throws -> Answer {
    do {
      return try question()
    } catch AppLinkError.busy {
      throw AppFailure(.hang, "the app doesn't answer any more")
    } catch AppLinkError.closed {
      // The process may still be ending.
      for _ in 0..<200 where program?.end == nil { BackgroundThread.pause(for: .milliseconds(5)) }
      throw AppFailure(
        .crash, "the app \(program?.end.map(\.string) ?? "closed its connection")")
    }
  }

  private func settle() throws {
    if isHeld {
      let settlement = try ask { try connection.settled(Self.settling, patience) }
      (waiting, record) = (settlement.waiting, settlement.record)
      return
    }
    try pause(for: Self.realTime)
    guard capabilities.contains(.journal) else { return }
    let words = try ask { try connection.journal(after: record, patience) }.words
    record = try JournalContents(words: words).records.upperBound - 1
  }

  func look() throws -> AppLook {
    let actions =
      capabilities.contains(.actions) ? try ask { try connection.actions(patience) } : []
    return AppLook(
      tree: try state()?.snapshot, actions: actions, waiting: waiting, isHeld: isHeld)
  }

  private func state() throws -> TreeState? {
    do {
      guard case .tree(let shared) = try ask({ try connection.look(patience) }) else { return nil }
      return shared.state
    } catch AppLinkError.refused {
      return nil
    }
  }

  func latestRecord() -> Int { record }

  func take(_ step: Step) throws -> Refusal? {
    let before = record
    if shouldEnd() { throw Interrupted() }
    do {
      try act(step)
      try settle()
      return nil
    } catch let error as Refused {
      try settle()
      return Refusal(error.reason, didAnything: record > before + 1)
    } catch AppLinkError.refused(let fault) {
      try settle()
      return Refusal("\(fault.message)", didAnything: record > before + 1)
    }
  }

  private struct Refused: Error { let reason: String }

  private func act(_ step: Step) throws {
    switch step {
    case .perform(let words): _ = try ask { try connection.perform(words, patience) }
    case .raise(let message, let selector):
      guard let state = try state() else { throw Refused(reason: "no session is open") }
      let node: Int
      do {
        node = try Selector(selector).node(in: state.snapshot)
      } catch {
        throw Refused(reason: "\(error)")
      }
      _ = try ask {
        try connection.raise(
          message, with: nil, atNodeWithID: state.snapshot[node].id, of: state.tree, patience)
      }
    case .pass(let time):
      if isHeld {
        try ask { try connection.pass(time, patience) }
      } else {
        try pause(for: .nanoseconds(time))
      }
    case .hold: if isHeld { try ask { try connection.holdClock(answers: true, patience) } }
    case .answer(let place): _ = try ask { try connection.takeAnswer(at: place, patience) }
    }
  }

  func finish() -> AppEnd {
    var end = AppEnd()
    if shouldEnd() {
      program?.stop()
      return end
    }
    end.leaks = leaks.filter { !earlier.leaks.contains($0.id) }
    if capabilities.contains(.journal) {
      let words = (try? connection.journal(after: earlier.record, patience))?.words
      end.journal = words.flatMap { try? JournalContents(words: $0) }
    }
    if isHeld {
      end.uncontrolled = waiting.filter { $0.what == .unknown }.map {
        "work of \($0.type ?? "…")" + ($0.source.map { ", \($0)" } ?? "")
      }
    }
    program?.stop()
    return end
  }
}
