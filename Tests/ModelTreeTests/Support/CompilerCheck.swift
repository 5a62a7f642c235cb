import Foundation
import TestSupport
import Testing

/// The compiler's diagnostics for a program that uses the modules of this build.
nonisolated struct CompilerCheck {
  let isAccepted: Bool
  let diagnostics: String

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

  init(_ program: String, in kind: ModuleKind = .plain) throws {
    try self.init(files: ["Program.swift": program], in: kind)
  }

  /// Compiles a program of several files, by their names; links it to a path, if there is one.
  init(
    files: [String: String], in kind: ModuleKind = .plain, linkedTo program: String? = nil
  ) throws {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(kind.imports + text, to: name) }
    // Data races are found after type checking, on the way to SIL.
    var output = ["-emit-sil", "-wmo", "-o", "/dev/null"]
    if let program {
      try folder.write(try Self.objects(), to: "objects")
      output =
        ["-wmo", "-o", program, "@objects", "-Xlinker", "-S"] + Self.linker + Self.sanitizers
    }
    let modules = ["CTreeSystem", "CGraphviz", "CEditLine", "CVersion/include"].flatMap {
      ["-Xcc", "-fmodule-map-file=\(Tool.packageFolder)/Sources/C/\($0)/module.modulemap"]
    }
    let outcome = try Self.compile(
      files.keys.sorted() + ["-module-name", "Program", "-I", try Self.shared.get()]
        + ["-I", "\(BuiltProduct.folder)/Modules"] + modules + kind.arguments + output,
      in: folder.path)
    isAccepted = outcome.status == 0
    // The linker's remark on the address sanitizer's functions isn't about our code.
    diagnostics = (outcome.text + outcome.errors).split(separator: "\n")
      .filter { !$0.contains("Cannot export local symbol") }.joined(separator: "\n")
  }

  /// The objects of this package's libraries, a path a line: those of the test bundle that aren't tests'.
  private static func objects() throws -> String {
    let all = try String(
      contentsOfFile: "\(BuiltProduct.folder)/model-treePackageTests.product/Objects.LinkFileList",
      encoding: .utf8)
    let other =
      /\/(\w*Tests|TestSupport|ModelTreeTesting|modeltree\w*|BuggyApps|ListeningApp|\w+Victim)\.build\//
    return all.split(separator: "\n").filter { !$0.contains(other) }.joined(separator: "\n")
  }

  /// The faster of the toolchain's linkers, on Linux.
  #if os(Linux)
    private static let linker = ["-use-ld=lld"]
  #else
    private static let linker: [String] = []
  #endif

  /// The sanitizer that the objects call, if they were built for one.
  private static let sanitizers = ["address": "__asan_init", "thread": "__tsan_init"]
    .filter { dlsym(dlopen(nil, RTLD_NOW), $0.value) != nil }.map { "-sanitize=\($0.key)" }

  /// A folder that all programs share, in the build's own: there is the module SwiftUI, where the system has
  /// none, of the names that apps use most.
  private static let shared = Result {
    let folder = "\(BuiltProduct.folder)/CompilerCheck"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #if !canImport(SwiftUI)
      try Data(interfaceModule.utf8).write(to: URL(filePath: "\(folder)/SwiftUI.swift"))
      let result = try compile(
        ["SwiftUI.swift", "-emit-module", "-module-name", "SwiftUI"], in: folder)
      try #require(result.status == 0, "\(result.errors)")
    #endif
    return folder
  }

  private static func compile(_ arguments: [String], in folder: String) throws -> Outcome {
    let cache = FileManager.default.temporaryDirectory.appending(path: "model-tree-modules").path
    return try ChildProcess.run(
      ["/usr/bin/env", "swiftc", "-parse-as-library", "-swift-version", "6", "-module-cache-path"]
        + [cache] + arguments,
      environment: ProcessInfo.processInfo.environment, directory: folder)
  }
}
