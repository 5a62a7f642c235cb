import Foundation
import PackagePlugin

/// Runs the command in the package's folder, with the words after `swift package modeltree`.
///
/// To write files on a Mac, put `--allow-writing-to-package-directory` before `modeltree`.
@main
struct ModelTree: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "modeltree").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    process.standardInput = Self.input
    try process.run()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    // The package manager ends with 1 for any status but 0, and prints which it was.
    exit(isSignal ? 128 + process.terminationStatus : process.terminationStatus)
  }

  /// The standard input of the package manager, which keeps the plugin's own for itself. Only Linux gives
  /// a process's files to its children.
  private static var input: FileHandle {
    FileHandle(forReadingAtPath: "/proc/\(getppid())/fd/0") ?? .nullDevice
  }
}
