import LineEditing
import TextIO
import TreeLink

/// Starts the apps of an exploration from outside.
struct AppStarter {
  /// The words of the command that starts the app.
  let command: [String]
  /// A folder of the explorer's own, where the app's socket lies.
  let folder: String
  /// Whether to end with what was found.
  let shouldEnd: @Sendable () -> Bool

  /// How long an app may take until it listens, or to answer.
  private static let patience = Duration.seconds(30)

  /// Starts an app.
  ///
  /// - Throws: `ConsoleError` if it doesn't listen.
  func start() throws -> ExploredProgram {
    let output = "\(folder)/output"
    guard
      let program = StartedProgram(
        command,
        environment: [
          "MODELTREE_DIR=\(folder)", "MODELTREE_EXPLORING=1", "SWIFT_BACKTRACE=enable=no",
        ], output: output)
    else { throw ConsoleError("'\(command.joined(separator: " "))' cannot be started") }
    do {
      return try ExploredProgram(connection(to: program, output), program, Self.patience, shouldEnd)
    } catch {
      program.stop()
      throw error
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

  /// The last line that a program wrote, after a colon; empty if there is none.
  private static func lastLine(of file: String) -> SafeText {
    guard let bytes = try? FileBytes(path: file) else { return "" }
    let line = bytes.withBuffer { $0.split(separator: UInt8(ascii: "\n")).last.map(Array.init) }
    return line.map { ": \(String(decoding: $0, as: UTF8.self))" } ?? ""
  }
}
