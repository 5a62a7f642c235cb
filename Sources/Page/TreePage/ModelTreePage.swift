import TextIO
import TreeConsole

/// The program that serves a page of a tree, or writes one to a folder.
package enum ModelTreePage {
  /// Runs the arguments of `modeltree page`, and returns the status to exit with.
  package static func run(_ words: [String]) async -> Int32 {
    await ModelTreeCommand.runPage(words) { options, output in
      guard let name = options.exportFolder else {
        return try await serve(PageTarget(options), options, output)
      }
      let folder = try ExportFolder(name)
      let export = try await PageTarget(options).export()
      try folder.write(export.files)
      output.writeLine("\(name)/\(ExportFolder.page): \(export.words)")
    }
  }

  private static func serve(
    _ page: PageTarget, _ options: PageOptions, _ output: ConsoleOutput
  ) async throws {
    let server = PageServer(page: page, port: options.port)
    try await server.run(until: { await page.end() }) { address in
      output.writeLine("\(SafeText(address))")
      try output.flush()
      output.note("serving '\(options.target)' on this machine only; Ctrl-C ends it")
    }
    if options.endWithApp {
      output.note("\(SafeText(options.target)) has ended, and its page with it")
    }
  }
}
