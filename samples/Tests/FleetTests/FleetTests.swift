import Foundation
import SampleTesting
import Testing

/// `tools/dumps --fleet`, and what is found in it.
@Suite(.serialized) struct `A fleet of dumps` {
  private static let python = ProcessInfo.processInfo.environment["MODELTREE_FLEET_PYTHON"] ?? ""
  private static let command = ProcessInfo.processInfo.environment["MODELTREE_COMMAND"] ?? ""

  /// A cluster takes a minute more.
  private static let engines =
    ["shell", "duckdb", "spark"]
    + (ProcessInfo.processInfo.environment["MODELTREE_FLEET_CLUSTER"] == nil ? [] : ["cluster"])

  private static let apps = ["Cars", "Chat", "ExamMaster", "Profile"]

  /// Plays the tests of all samples.
  ///
  /// - Returns: the defects that were put in, a line of JSON each.
  private static func play(
    into folder: String, runs: Int, builds: Int, seed: Int
  ) throws -> [String] {
    try apps.flatMap { app in
      let sample = try SampleProcess(
        app,
        [
          "--write-fleet", folder, "--runs", "\(runs)", "--builds", "\(builds)", "--seed",
          "\(seed)",
        ])
      try #require(sample.status == 0, "\(sample.errors)")
      return sample.output.split(separator: "\n").map(String.init)
    }
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  @Test func `the same numbers give the same dumps`() throws {
    let folder = try TemporaryFolder()
    let places = ["one", "other"].map { folder.url.appending(path: $0).path() }
    let lists = try places.map { try Self.play(into: $0, runs: 30, builds: 2, seed: 3) }
    #expect(lists[0] == lists[1])
    let files = try places.map { try Self.files(in: $0) }
    #expect(files[0] == files[1])
    let dumps = files[0].filter { $0.hasSuffix(".json") }
    #expect(dumps.count == 4 * 30)
    #expect(files[0].count { $0.hasSuffix(".journal") } == 30)
    for dump in dumps {
      let bytes = try places.map { try Data(contentsOf: URL(filePath: "\($0)/\(dump)")) }
      #expect(bytes[0] == bytes[1], "\(dump)")
    }
  }

  @Test func `another seed plays other walks`() throws {
    let folder = try TemporaryFolder()
    let places = ["one", "other"].map { folder.url.appending(path: $0).path() }
    for (number, place) in places.enumerated() {
      _ = try SampleProcess(
        "Chat",
        ["--write-fleet", place, "--runs", "40", "--builds", "2", "--seed", "\(number)"])
    }
    #expect(try Self.files(in: places[0]) != Self.files(in: places[1]))
  }

  /// A loop over commands, DuckDB and Spark, each in its own words; with `MODELTREE_FLEET_CLUSTER` Spark on a
  /// cluster as well. Two dumps are broken: one cannot be
  /// read, and one ends the command that reads it.
  @Test(.enabled(if: !python.isEmpty && !command.isEmpty), .timeLimit(.minutes(15)))
  func `the engines find exactly the defects that were put in`() throws {
    let folder = try TemporaryFolder()
    let fleet = folder.url.appending(path: "fleet").path()
    let list = try Self.play(into: fleet, runs: 60, builds: 4, seed: 12).sorted()
    #expect(list.count > 4)
    for name in ["broken-98", "crash-99"] {
      _ = try folder.write(#"{"format": "model-tree","#, to: "fleet/build-1180/Cars/\(name).json")
    }
    let fragile = try folder.write(
      """
      #!/bin/sh
      # The command as it would be if one dump crashed it.
      case "$(find . -name 'crash-99*')" in ?*) kill -SEGV $$ ;; esac
      exec '\(Self.command)' "$@"
      """, to: "fragile")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: fragile)
    var answers: [String: [String]] = [:]
    for engine in Self.engines {
      let isSpark = ["spark", "cluster"].contains(engine)
      let found = try engineOutput(
        engine, fleet, isSpark ? fragile : Self.command, folder.url.path())
      #expect(found == list, "\(engine)")
      answers[engine] = try folder.text("\(engine).ndjson").split(separator: "\n").map(String.init)
    }
    let (duckdb, spark) = try (#require(answers["duckdb"]), #require(answers["spark"]))
    #expect(duckdb.count == 10)
    // Who could not be read is the same, and why is not: there the command had ended.
    #expect(duckdb.dropLast() == spark.dropLast())
    if let cluster = answers["cluster"] { #expect(cluster == spark) }
    #expect(spark[9].contains("crash-99.json\", \"error\": \"modeltree ended with status -11\""))
    for answer in [duckdb[9], spark[9]] {
      #expect(answer.components(separatedBy: "\"dump\"").count == 3)
      #expect(answer.contains("broken-98.json: line 1"))
    }
  }

  private func engineOutput(
    _ engine: String, _ fleet: String, _ command: String, _ work: String
  ) throws -> [String] {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "engines.py").path()
    let errors = "\(work)/errors"
    try Data().write(to: URL(filePath: errors))
    let process = Process()
    process.executableURL = URL(filePath: Self.python)
    process.arguments = [script, engine, fleet, command, work]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let said = try String(contentsOfFile: errors, encoding: .utf8)
    try #require(process.terminationStatus == 0, "\(said)")
    return text.split(separator: "\n").map(String.init)
  }
}
