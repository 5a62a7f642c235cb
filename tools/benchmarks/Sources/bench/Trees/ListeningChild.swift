import Foundation
import ModelTree
import ModelTreeAgent
import ModelTreeJournal
import TreeSnapshot

/// An app in a process of its own, for attaching from outside.
final class ListeningChild {
  /// Followed by the number of models; only the bench itself passes it.
  static let option = "--listen-with-models"
  /// Followed by the number of messages per second.
  static let messagesOption = "--messages"
  /// The name of its tree.
  private static let name = "Bench"

  private let process = Process()
  private let input = Pipe()

  /// Starts an app, and waits until it listens.
  ///
  /// - Parameters:
  ///   - messages: The number of messages it raises per second, with a journal; 0 for no messages
  ///     and no journal.
  ///   - folder: The folder of its socket.
  init(models: Int, messages: Int = 0, folder: String) throws {
    guard let binary = Bundle.main.executableURL else {
      throw BenchError(description: "the bench cannot find its own binary")
    }
    process.executableURL = binary
    process.arguments = [Self.option, "\(models)", Self.messagesOption, "\(messages)"]
    process.environment = ProcessInfo.processInfo.environment.merging(["MODELTREE_DIR": folder]) {
      $1
    }
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let card = "\(folder)/\(process.processIdentifier).json"
    let end = ContinuousClock.now + .seconds(120)
    while !FileManager.default.fileExists(atPath: card) {
      guard process.isRunning, ContinuousClock.now < end else {
        throw BenchError(description: "the app does not listen")
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Its name for the command.
  var word: String { "@\(process.processIdentifier)" }

  /// The number of wake-ups of its threads so far; nil if unknown.
  var wakeups: Int? {
    let tasks = "/proc/\(process.processIdentifier)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else {
      return nil
    }
    return threads.reduce(0) { sum, thread in
      let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
    }
  }

  /// Makes the app do something, and returns its answer, a number.
  func perform(_ action: String, _ workbench: Workbench) throws -> Double {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: workbench.command)
    process.arguments = ["do", word, action]
    process.standardOutput = output
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError(description: "'do \(action)' failed")
    }
    return Double(answer.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  /// Runs as such an app: shows a tree with a number of models until its input ends.
  @MainActor static func listen(_ count: Int, messages: Int) async -> Never {
    let session = Session()
    if messages > 0 { session.record(in: Journal(bytes: 1 << 20)) }
    var growth = TreeGrowth<Model>(from: session)
    for index in 0..<count - 1 {
      let model = growth.next { PlainModel(parent: $0) }
      if index % 3 == 0 { model.register(for: AppEvent.loggedOut) }
      if index % 5 == 0 { model.register(for: NetworkErrors.badToken) }
    }
    let probe = StallProbe()
    var actions = [
      Agent.Action("begin", help: "Begins to watch how long the main actor does nothing else.") {
        _ in
        probe.begin()
        return ""
      },
      Agent.Action("stall", help: "Ends that, and says the longest time, in milliseconds.") { _ in
        "\(probe.end())"
      },
      Agent.Action("snapshot", help: "Takes a snapshot, and says the time, in milliseconds.") { _ in
        "\(milliseconds { _ = session.snapshot() })"
      },
      Agent.Action("write", help: "Writes a dump, and says the time, in milliseconds.") { _ in
        let snapshot = session.snapshot()
        return "\(milliseconds { snapshot.dump() })"
      },
    ]
    if messages > 0 {
      let work = SteadyWork(session, rate: messages)
      Task { await work.run() }
      actions.append(
        Agent.Action("work", help: "Says how long 10,000 messages took since.") { _ in
          "\(work.takeFigure())"
        })
    }
    let agent = Agent(name: name, actions: actions) { session }
    do {
      try agent.listen()
    } catch {
      note("\(error)")
      exit(2)
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while readLine() != nil {}
        continuation.resume()
      }
    }
    withExtendedLifetime(agent) { exit(0) }
  }
}
