import Foundation
import TestSupport
import Testing

/// `swift package modeltree`, as tools/release ships it, over the built command.
@Suite struct `The plugin` {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(dump: ExamMaster.dump)
    let files = FileManager.default
    let plugin = folder.path(of: "plugin")
    try files.copyItem(atPath: "\(Tool.packageFolder)/tools/plugin", toPath: plugin)
    let bundle = "\(plugin)/modeltree.artifactbundle"
    try files.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: "\(bundle)/modeltree", withDestinationPath: TestFolder.executable())
    let triples = ["unknown-linux-gnu", "apple-macosx"].flatMap { system in
      ["x86_64", "arm64", "aarch64"].map { "\"\($0)-\(system)\"" }
    }
    let info = """
      {"schemaVersion": "1.0", "artifacts": {"modeltree": {"type": "executable", "version": "0.1.0",
        "variants": [{"path": "modeltree", "supportedTriples": [\(triples.joined(separator: ", "))]}]}}}
      """
    try info.write(toFile: "\(bundle)/info.json", atomically: false, encoding: .utf8)
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "app", dependencies: [.package(path: "plugin")])
      """
    try manifest.write(toFile: folder.path(of: "Package.swift"), atomically: false, encoding: .utf8)
  }

  private func package(_ words: String..., input: String = "/dev/null") throws -> Outcome {
    func run() throws -> Outcome {
      try ChildProcess.run(
        ["/usr/bin/env", "swift", "package", "modeltree"] + words, input: input,
        environment: ProcessInfo.processInfo.environment, directory: folder.path)
    }
    // Swift 6.3's package manager sometimes crashes when a plugin fails.
    let outcome = try run()
    return outcome.status < 0 ? try run() : outcome
  }

  @Test(.enabled(if: Tool.isInstalled("swift")))
  func `gives the command its words, standard input, and the package's folder`() throws {
    let answer = try folder.modeltree("find", "tree.json", "Exam*", "--json")
    #expect(try package("find", "tree.json", "Exam*", "--json").output == answer.output)
    #if os(Linux)
      let input = folder.path(of: "tree.json")
      #expect(try package("find", "-", "Exam*", "--json", input: input).output == answer.output)
    #endif
    let failure = try package("find", "nothing.json", "Exam*")
    #expect(failure.status == 1)
    #expect(failure.errors.contains("modeltree: cannot read 'nothing.json'"))
    #expect(failure.errors.contains("Plugin ended with exit code 2"))
  }
}
