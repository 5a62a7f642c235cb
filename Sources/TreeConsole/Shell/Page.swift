import ArgumentParser
import TextIO

/// Serves a page, in a separate program, so that other commands don't include a server.
struct Page: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Show the tree in a browser.",
    discussion: """
      Serves one page on this machine, and prints its address; Ctrl-C ends it. Everyone with the \
      address may ask what the commands answer. The page writes no files.

      EXAMPLES:
        modeltree page tree.json
        modeltree page @Chat --open
        modeltree page app.journal --open
        modeltree page good.journal bad.journal --open
        modeltree page tree.json --open --spec dashboard.treespec
        modeltree page tree.json --export report
      """)

  @OptionGroup var options: PageOptions

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    let folder = ThisProgram.folder ?? "."
    let server = "\(folder)/modeltree-page"
    guard FileNames.isFile(server) else {
      throw ConsoleError(
        """
        'modeltree-page', which serves the page, is not in '\(folder)'; build it there: \
        swift build -c release --product modeltree-page
        """)
    }
    let number = ThisProgram.become(server, Array(CommandLine.arguments.dropFirst(2)))
    throw FileError(.read, server, .system(number))
  }
}

extension ModelTreeCommand {
  /// Runs the arguments of `page` in the program that serves it, and returns the status to exit
  /// with.
  ///
  /// - Parameter serve: Serves or writes the page.
  package static func runPage(
    _ words: [String], _ serve: (PageOptions, ConsoleOutput) async throws -> Void
  ) async -> Int32 {
    let output = ConsoleOutput(program: "modeltree")
    do {
      do {
        try await serve(PageOptions.parse(words), output)
      } catch {
        try output.show(Page.help(for: error, hint: "see 'modeltree help page'"))
      }
      try output.flush()
      return ExitStatus.done.rawValue
    } catch {
      output.note("\(error)")
      return ExitStatus.wrong.rawValue
    }
  }
}
