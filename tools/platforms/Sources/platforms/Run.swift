import Foundation

/// Runs a program to its end.
///
/// - Returns: whether it succeeded, and its output to standard error.
func run(_ program: String, _ arguments: [String], in folder: String) throws -> (Bool, String) {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.currentDirectoryURL = URL(filePath: folder)
  let errors = Pipe()
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  process.standardError = errors
  try process.run()
  let words = errors.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus == 0, String(decoding: words, as: UTF8.self))
}
