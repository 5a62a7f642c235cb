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
    process.standardInput = Self.stream(0, O_RDONLY) ?? .nullDevice
    process.standardError = Self.stream(2, O_WRONLY | O_APPEND) ?? .standardError
    try process.run()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    // The package manager ends with 1 for any status but 0, and prints which it was.
    exit(isSignal ? 128 + process.terminationStatus : process.terminationStatus)
  }

  /// A standard stream of the package manager, which keeps the plugin's input for itself and writes
  /// the plugin's errors to its output. Nil for errors in a file, which it would overwrite, and if the
  /// system, unlike Linux, doesn't give a process's files to its children.
  private static func stream(_ number: Int, _ mode: Int32) -> FileHandle? {
    let path = "/proc/\(getppid())/fd/\(number)"
    var status = stat()
    guard number == 0 || stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG else {
      return nil
    }
    let descriptor = open(path, mode)
    return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor)
  }
}
