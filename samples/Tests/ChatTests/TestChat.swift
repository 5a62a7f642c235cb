import ChatModels
import Foundation
import SampleApps

@testable import Chat

/// A user of the app, and what it printed.
@MainActor
final class TestChat {
  let courier = SimulatedCourier()
  let app: ChatApp
  private let screen = Screen()

  private final class Screen {
    var lines: [String] = []
  }

  /// An app that keeps its messages in memory, or in a file.
  init(file: String? = nil) throws {
    let dataSource: MessageDataSource =
      if let file {
        try FileDataSource(path: file, courier: courier)
      } else {
        MemoryDataSource(courier: courier)
      }
    let screen = screen
    app = ChatApp(dataSource: dataSource, courier: courier) { screen.lines.append($0) }
    app.start()
  }

  var controller: ChatController { app.controller }
  var messages: [Message] { app.dataSource.conversation.messages }

  /// What is shown now, below the title.
  var shown: [String] {
    let start = screen.lines.lastIndex(of: "┌ Chat").map { $0 + 1 } ?? 0
    return screen.lines[start...].map { String($0.dropFirst(2)) }
  }

  /// How often the screen was drawn.
  var frameCount: Int { screen.lines.count { $0 == "┌ Chat" } }

  /// Does something, and waits until every answer is there that is not held back.
  func perform(_ steps: String...) async throws {
    for step in steps {
      try app.perform(step)
      await app.settle()
    }
  }
}
