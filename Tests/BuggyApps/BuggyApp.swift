import Foundation
import ModelTree
import ModelTreeAgent
import ModelTreeJournal

/// An app with one planted bug that has just happened: `BuggyApps NAME`. It listens under that name, and
/// ends when its input does.
@main
enum BuggyApp {
  /// What an app does before it is asked: it makes its tree below a session and runs into its bug.
  typealias Story = @MainActor (Session) async throws -> Void

  private static let stories: [String: Story] = [
    "EarlyRemoval": earlyRemoval, "WrongSession": wrongSession, "EarlyEvent": earlyEvent,
    "Leak": leak, "SwallowedError": swallowedError, "WrongService": wrongService,
    "DoubleHandler": doubleHandler, "WrongFlow": wrongFlow, "SlowHandler": slowHandler,
    "Storm": storm,
  ]

  @MainActor static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "ExploredShop" {
      return try await ExploredShop.run(Set(words))
    }
    guard let name = CommandLine.arguments.last, let story = stories[name] else {
      print("name one of \(stories.keys.sorted().joined(separator: ", "))")
      exit(2)
    }
    let session = AppSession()
    session.record(in: Journal(bytes: 1 << 18))
    session.open()
    let agent = Agent(name: name) { session }
    try agent.listen()
    try await story(session)
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while readLine() != nil {}
        continuation.resume()
      }
    }
    exit(0)
  }
}

final class AppSession: Session {}
