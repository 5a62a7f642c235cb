import ArgumentParser
import TextIO
import TreeLSP

/// Serves an editor.
struct ServeEditors: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor, by the Language Server Protocol on standard input and output.",
    discussion: """
      The editor starts the command itself. For specs (.treespec), it shows what is wrong while you type, \
      completes types, messages and attributes, tells what a line matches, corrects and updates lines, \
      and formats. For Swift sources, it shows above 'register' and 'raise' what became of the messages.

      The tree comes from the dump or journal that the settings 'dump' and 'journal' name \
      (initializationOptions), or else from files in the folder of the edited file, in those above it up \
      to the open folder, and in their 'dumps' and 'journals': the one with the spec's name, or the newest.

      EXAMPLE:
        modeltree lsp
      """)

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    var messages = FramedMessages(descriptor: Descriptor.input)
    var server = EditorServer(
      name: "modeltree", version: Version.current, language: TreeLanguage())
    while let message = messages.next() {
      guard send(server.answers(to: message), to: output) else { break }
      if let status = server.exitStatus { return status == 0 ? .done : .found }
      // The person keeps typing while a tree is checked: only the latest text counts.
      if !messages.hasMore, !send(server.diagnostics(), to: output) { break }
    }
    _ = send(server.diagnostics(), to: output)
    return .done
  }

  /// Returns false if the editor is gone.
  private func send(_ messages: [JSONText], to output: ConsoleOutput) -> Bool {
    for message in messages { output.write(FramedMessages.framed(message), as: .verbatim) }
    return (try? output.flush()) != nil
  }
}
