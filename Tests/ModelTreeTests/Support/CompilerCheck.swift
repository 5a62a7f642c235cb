import Foundation
import Testing

/// The compiler's diagnostics for a program that uses the modules of this build.
nonisolated struct CompilerCheck {
  let isAccepted: Bool
  let diagnostics: String

  /// For programs that import the inspector: the C modules, which the package manager would name.
  static let inspectorArguments = arguments(
    forModules: ["CGraphviz", "CEditLine", "CVersion/include"])

  private static func arguments(forModules modules: [String]) -> [String] {
    modules.flatMap { module in
      let map = packageFolder.appending(path: "Sources/C/\(module)/module.modulemap").path()
      return ["-Xcc", "-fmodule-map-file=\(map)"]
    }
  }

  /// The kinds of modules that apps have.
  enum ModuleKind: CaseIterable, Sendable {
    /// Code without annotations belongs to no actor.
    case plain
    /// Code without annotations belongs to the main actor, as in a new Xcode project, and every file imports
    /// Foundation, Observation and SwiftUI.
    case mainActorBesideOthers

    fileprivate var arguments: [String] {
      self == .plain ? [] : ["-default-isolation", "MainActor"]
    }

    fileprivate var imports: String {
      self == .mainActorBesideOthers
        ? "import Foundation\nimport Observation\nimport SwiftUI\n" : ""
    }
  }

  /// Compiles a program; `arguments` are additional arguments of the compiler.
  init(_ program: String, in kind: ModuleKind = .plain, arguments: [String] = []) throws {
    try self.init(files: ["Program.swift": program], in: kind, arguments: arguments)
  }

  /// Compiles a program of several files, by their names.
  init(
    files: [String: String], in kind: ModuleKind = .plain, arguments: [String] = []
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("model-tree-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let file = folder.appendingPathComponent(name)
      try Data((kind.imports + text).utf8).write(to: file)
      paths.append(file.path)
    }

    (isAccepted, diagnostics) = try Self.compile(
      paths + [
        // Data races are found after type checking, on the way to SIL.
        "-emit-sil", "-wmo", "-o", "/dev/null", "-module-name", "Program",
        "-I", try Self.shared.get().path, "-I",
        try BuildFolder.url(of: "Modules", holding: "ModelTree.swiftmodule").path,
      ] + Self.arguments(forModules: ["CTreeSystem"]) + kind.arguments + arguments)
  }

  /// A folder that all programs share, in the build's own: there is the module SwiftUI, where the system has
  /// none, of the names that apps use most, and what the compiler keeps of modules.
  private static let shared = Result {
    let folder = try BuildFolder.url(of: "Modules", holding: "ModelTree.swiftmodule")
      .deletingLastPathComponent().appendingPathComponent("CompilerCheck")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #if !canImport(SwiftUI)
      try makeInterfaceModule(in: folder)
    #endif
    return folder
  }

  private static func makeInterfaceModule(in folder: URL) throws {
    let file = folder.appendingPathComponent("SwiftUI.swift")
    try Data(interfaceModule.utf8).write(to: file)
    let module = folder.appendingPathComponent("SwiftUI.swiftmodule").path
    let result = try compile([
      file.path, "-emit-module", "-emit-module-path", module, "-module-name", "SwiftUI",
    ])
    try #require(result.isAccepted, "\(result.diagnostics)")
  }

  private static func compile(
    _ arguments: [String]
  ) throws -> (isAccepted: Bool, diagnostics: String) {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let cache = FileManager.default.temporaryDirectory.appendingPathComponent("model-tree-modules")
      .path
    compiler.arguments =
      ["swiftc", "-parse-as-library", "-swift-version", "6", "-module-cache-path", cache]
      + arguments
    let output = Pipe()
    compiler.standardError = output
    compiler.standardOutput = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return (compiler.terminationStatus == 0, text)
  }
}

/// The folder of this package.
nonisolated let packageFolder = URL(filePath: #filePath).appending(path: "../../../..").standardized

/// The products built together with the tests.
nonisolated enum BuildFolder {
  struct NotFound: Error, CustomStringConvertible {
    let name: String
    let binary: String
    var description: String { "no \(name) beside \(binary) or above it" }
  }

  /// A product or folder of the build: next to the test bundle, or above it.
  static func url(of name: String, holding content: String = "") throws -> URL {
    let binary =
      CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(fileURLWithPath: binary).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let found = folder.appendingPathComponent(name)
      if FileManager.default.fileExists(atPath: found.appendingPathComponent(content).path) {
        return found
      }
    }
    throw NotFound(name: name, binary: binary)
  }
}
