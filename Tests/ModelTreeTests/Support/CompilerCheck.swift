import Foundation

/// What the compiler says to a program that uses the modules of this build.
struct CompilerCheck {
  let isAccepted: Bool
  let diagnostics: String

  struct ModulesNotFound: Error, CustomStringConvertible {
    let binary: String
    var description: String { "no Modules folder with ModelTree beside \(binary)" }
  }

  /// Compiles a program; `arguments` are the compiler's, for what else it imports.
  init(_ program: String, arguments: [String] = []) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("model-tree-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Program.swift")
    try Data(program.utf8).write(to: file)

    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      [
        // Data races are found after type checking, on the way to SIL.
        "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", "6",
        "-module-cache-path", folder.appendingPathComponent("cache").path,
        "-I", try Self.modules().path, file.path,
      ] + arguments
    let output = Pipe()
    compiler.standardError = output
    compiler.standardOutput = output
    try compiler.run()
    diagnostics = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    isAccepted = compiler.terminationStatus == 0
  }

  /// The folder of compiled modules: beside the test bundle, or above it.
  private static func modules() throws -> URL {
    let binary =
      CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(fileURLWithPath: binary).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let modules = folder.appendingPathComponent("Modules")
      let module = modules.appendingPathComponent("ModelTree.swiftmodule")
      if FileManager.default.fileExists(atPath: module.path) { return modules }
    }
    throw ModulesNotFound(binary: binary)
  }
}
