import LineEditing
import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeRuns
import TreeSnapshot

/// An app of another process that is explored over its link.
final class ExploredProgram: PlayableApp {
  private let connection: LinkConnection
  private let program: StartedProgram
  private let patience: LinkPatience
  private let shouldEnd: @Sendable () -> Bool
  private let capabilities: Set<Greeting.Capability>
  /// The file of its journal, which outlives it; nil if there is none.
  private let journalFile: String?
  /// The latest record of its journal.
  private var record = 0
  private var waiting: [Waiting] = []
  /// Whether it crashed or hangs.
  private var isOver = false

  /// How long an app may take to settle.
  private static let settling = 1_000

  init(
    _ connection: LinkConnection, _ program: StartedProgram, _ patience: Duration,
    _ shouldEnd: @escaping @Sendable () -> Bool
  ) throws {
    self.connection = connection
    self.program = program
    self.shouldEnd = shouldEnd
    self.patience = LinkPatience(limit: patience) { _ in if shouldEnd() { throw Interrupted() } }
    let greeting: Greeting = try connection.ask(
      .hello(.current, client: RemoteTarget.client), self.patience)
    (capabilities, journalFile) = (greeting.capabilities, greeting.journal)
    guard capabilities.contains(.exploring) else {
      throw ConsoleError("the app exposes no clock; give its Agent one, as 'exploring:'")
    }
    try connection.tell(.clock(holdsAnswers: false), self.patience)
    try settle()
  }

  /// Closes the app.
  private func close(_ end: inout AppEnd) throws {
    let settlement: Settlement = try connection.ask(.close, patience)
    end.working = settlement.waiting.filter { $0.type != nil && $0.what != .unknown }
    end.openSession = settlement.openSession
  }

  private var leaks: [LeakedModel] {
    capabilities.contains(.leaks) ? (try? connection.ask(.leaks, for: "left", patience)) ?? [] : []
  }

  /// Asks the app, and finds out why it doesn't answer.
  private func ask<Answer>(_ question: () throws -> Answer) throws -> Answer {
    do {
      return try question()
    } catch AppLinkError.busy {
      isOver = true
      throw AppFailure(.hang, "the app doesn't answer any more")
    } catch AppLinkError.closed {
      isOver = true
      // The process may still be ending.
      for _ in 0..<200 where program.end == nil { BackgroundThread.pause(for: .milliseconds(5)) }
      throw AppFailure(
        .crash, "the app \(program.end.map(\.string) ?? "closed its connection")")
    }
  }

  private func settle() throws {
    let settlement: Settlement = try ask {
      try connection.ask(.settled(milliseconds: Self.settling), patience)
    }
    (waiting, record) = (settlement.waiting, settlement.record)
  }

  func look() throws -> AppLook {
    let actions: [TargetAction] =
      capabilities.contains(.actions)
      ? try ask { try connection.ask(.actions, for: "actions", patience) } : []
    return AppLook(tree: try state()?.snapshot, actions: actions, waiting: waiting)
  }

  private func state() throws -> TreeState? {
    do {
      guard case .tree(let state) = try ask({ try connection.look(patience) }) else { return nil }
      return state
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
    } catch is Refused {
    } catch AppLinkError.refused {}
    try settle()
    return record > before + 1 ? .didSomething : .didNothing
  }

  private struct Refused: Error {}

  private func act(_ step: Step) throws {
    switch step {
    case .perform(let words):
      let _: ActionResult = try ask { try connection.ask(.perform(words: words), patience) }
    case .raise(let message, let selector):
      guard let state = try state(),
        let node = try? Selector(selector).node(in: state.snapshot)
      else { throw Refused() }
      let id = state.snapshot[node].id
      let _: RaisedRoute = try ask {
        try connection.ask(.raise(message, with: nil, node: id, tree: state.tree), patience)
      }
    case .pass(let time): try ask { try connection.tell(.pass(time), patience) }
    case .hold: try ask { try connection.tell(.clock(holdsAnswers: true), patience) }
    case .answer(let place, let error):
      try ask { try connection.tell(.answer(place, failing: error), patience) }
    }
  }

  func finish() -> AppEnd {
    var end = AppEnd()
    if shouldEnd() {
      program.stop()
      return end
    }
    if isOver {
      program.stop()
      let bytes = journalFile.flatMap { try? FileBytes(path: $0) }?.withBuffer { Array($0) }
      end.journal = bytes.flatMap { try? JournalContents(bytes: $0) }
      return end
    }
    end.leaks = leaks
    end.uncontrolled = waiting.filter { $0.what == .unknown }.map {
      "work of \($0.type ?? "…")" + ($0.source.map { ", \($0)" } ?? "")
    }
    // What keeps it from closing is noticed at the next start, or doesn't matter.
    try? close(&end)
    if capabilities.contains(.journal) {
      let bytes = (try? connection.journal(after: 0, patience))?.bytes
      end.journal = bytes.flatMap { try? JournalContents(bytes: $0) }
    }
    program.stop()
    return end
  }
}
