import ArgumentParser
import Foundation
import TreeSnapshot

@main
enum Main {
  static func main() async {
    do {
      var command = try ProfileCommand.parse()
      try await command.run()
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      if ProfileCommand.exitCode(for: error) == .success {
        print(ProfileCommand.fullMessage(for: error))
        exit(0)
      }
      let message = ProfileCommand.message(for: error)
      FileHandle.standardError.write(Data("Profile: \(SafeText.escape(message))\n".utf8))
      exit(2)
    }
  }
}
