import ArgumentParser
import Foundation
import TreeSnapshot

@main
enum Main {
  static func main() async {
    do {
      var command = try ExamMasterCommand.parse()
      try await command.run()
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      if ExamMasterCommand.exitCode(for: error) == .success {
        print(ExamMasterCommand.fullMessage(for: error))
        exit(0)
      }
      let message = ExamMasterCommand.message(for: error)
      FileHandle.standardError.write(Data("ExamMaster: \(SafeText.escape(message))\n".utf8))
      exit(2)
    }
  }
}
