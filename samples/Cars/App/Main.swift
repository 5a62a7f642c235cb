import ArgumentParser
import Foundation

@main
enum Main {
  static func main() async {
    do {
      var command = try CarsCommand.parse()
      try await command.run()
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      if CarsCommand.exitCode(for: error) == .success {
        print(CarsCommand.fullMessage(for: error))
        exit(0)
      }
      let message = CarsCommand.message(for: error).printable
      FileHandle.standardError.write(Data("Cars: \(message)\n".utf8))
      exit(2)
    }
  }
}
