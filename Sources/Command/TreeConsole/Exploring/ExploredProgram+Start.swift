import LineEditing
import TextIO
import TreeLink

extension ExploredProgram {
  /// How long an app may take until it listens, or to answer.
  private static let patience = Duration.seconds(30)

  /// Starts an app.
  ///
  /// - Parameters:
  ///   - command: the words of the command that starts it.
  ///   - folder: a folder of the explorer's own, where the app's socket lies.
  ///   - shouldEnd: whether to end with what was found.
  /// - Throws: `ConsoleError` if it doesn't listen.
  static func start(
    _ command: [String], in folder: String, shouldEnd: @escaping @Sendable () -> Bool
  ) throws -> ExploredProgram {
    let output = "\(folder)/output"
    guard
      let program = StartedProgram(
        command,
        environment: [
          "MODELTREE_DIR=\(folder)", "MODELTREE_EXPLORING=1", "SWIFT_BACKTRACE=enable=no",
        ], output: output)
    else { throw ConsoleError("'\(command.joined(separator: " "))' cannot be started") }
    do {
      let end = ContinuousClock.now + patience
      while true {
        if shouldEnd() { throw Interrupted() }
        // The program may start another one, which listens.
        for place in (try? LinkFolder(folder)?.places()) ?? [] {
          if let connection = try? LinkConnection(to: place) {
            return try ExploredProgram(connection, program, patience, shouldEnd)
          }
        }
        if let how = program.end {
          throw ConsoleError("the app \(how) before it listened\(lastLine(of: output))")
        }
        if ContinuousClock.now > end {
          throw ConsoleError(
            "the app doesn't listen after 30 s; it must call 'listen()' of its Agent")
        }
        BackgroundThread.pause(for: .milliseconds(2))
      }
    } catch {
      program.stop()
      throw error
    }
  }

  /// The last line that a program wrote, after a colon; empty if there is none.
  private static func lastLine(of file: String) -> SafeText {
    guard let bytes = try? FileBytes(path: file) else { return "" }
    let line = bytes.withBuffer { $0.split(separator: UInt8(ascii: "\n")).last.map(Array.init) }
    return line.map { ": \(String(decoding: $0, as: UTF8.self))" } ?? ""
  }
}
