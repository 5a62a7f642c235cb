package import ArgumentParser
import TextIO

/// Serves a page, in a separate program, so that other commands don't include a server.
struct Page: ShellCommand {
  static let isTalking = true
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Show the tree in a browser.",
    discussion: """
      Serves one page on this machine, and prints its address; Ctrl-C ends it. Anyone with the \
      address can run its commands. The page writes no files.

      EXAMPLES:
        modeltree page tree.json
        modeltree page @Chat
        modeltree page app.journal
        modeltree page good.journal bad.journal
        modeltree page tree.json --spec dashboard.treespec
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
    try Descriptor.require(32, for: "a page")
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
      output.noteError("\(error)")
      return ExitStatus.wrong.rawValue
    }
  }
}

/// The options of a page.
package struct PageOptions: ParsableArguments {
  @Argument(
    help: .value(
      "target",
      """
      The dump or the journal to look at, read again when it changes, or a running app: \
      @NAME, @PID.
      """),
    completion: TargetWord.completion)
  private var first: String

  @Argument(
    help: .value(
      "newer", "A newer dump, journal or app: look at it, and compare it with the first."),
    completion: TargetWord.completion)
  private var second: String?

  /// The target of the page.
  package var target: String { second ?? first }

  /// The older target, to compare with; nil for none.
  package var older: String? { second == nil ? nil : first }

  /// The port to serve at; 0 for a free one.
  @Option(help: "The port to serve at; left out, a free one.")
  package var port: UInt16 = 0

  /// Whether the page ends with the app.
  @Flag(help: "Exit when the app ends, instead of waiting for its successor.")
  package var endWithApp = false

  /// Specs to check the tree against.
  @Option(
    help: .value(
      "file", "A spec, or a folder of them, to check the tree against; may be given again."),
    completion: .file(extensions: ["treespec"]))
  package var spec: [String] = []

  /// The folder for a page that needs no server.
  @Option(
    name: .customLong("export"),
    help: .value(
      "folder",
      "Write a page that needs no server into this folder, which is empty, new or an earlier export."
    ), completion: .directory)
  package var exportFolder: String?

  /// Creates the options, for the argument parser.
  package init() {}

  /// Checks combinations of options.
  package func validate() throws {
    if target == "-" || older == "-", exportFolder == nil {
      throw ValidationError("a page reads its dump from a file, not from standard input")
    }
    if exportFolder != nil, port != 0 {
      throw ValidationError("--export writes files, and serves no page; leave out --port")
    }
    if endWithApp, !target.hasPrefix("@") || exportFolder != nil {
      throw ValidationError("--end-with-app goes with the page of a running app: @NAME, @PID")
    }
  }
}

extension PageOptions {
  /// Opens the target. A part of a running app's journal is kept longer than the app keeps it.
  ///
  /// - Throws: An error with a description for people.
  package func openTarget() throws -> any SharedTarget {
    // Specs are read again for each view; a name without a file is refused now.
    for spec in try SpecFiles.specs(spec) { try SpecFiles.requireFile(spec) }
    return try Self.open(target)
  }

  /// Opens the older target; nil for none.
  ///
  /// - Throws: An error with a description for people.
  package func openOlder() throws -> (any SharedTarget)? { try older.map(Self.open) }

  private static func open(_ name: String) throws -> any SharedTarget {
    // What it notes while the target is opened goes to standard error.
    let output = ConsoleOutput(program: "modeltree")
    return try withExtendedLifetime(output) {
      try TargetWord(name).open(output.attendant)
    }
  }
}
