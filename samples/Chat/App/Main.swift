import ArgumentParser
import Foundation
import TreeSnapshot

@main
enum Main {
  static func main() async {
    do {
      var command = try ChatCommand.parse()
      try await command.run()
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      if ChatCommand.exitCode(for: error) == .success {
        print(ChatCommand.fullMessage(for: error))
        exit(0)
      }
      let message = ChatCommand.message(for: error)
      FileHandle.standardError.write(Data("Chat: \(SafeText.escape(message))\n".utf8))
      exit(2)
    }
  }
}
