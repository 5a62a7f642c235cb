import TextIO
import TreeJournal
import TreeRuns

/// What an exploration found, as JSON, and the files that it hands over.
struct ExplorationReport {
  let exploration: Exploration
  /// After how many runs it was interrupted; nil if it wasn't.
  let interruption: SafeText?
  /// The folder for the files of each failure; nil for none.
  let folder: String?

  /// The report, line by line.
  var lines: [SafeText] {
    exploration.lines { place in
      let files = files(of: place)
      return files.isEmpty ? nil : files.map { "\($0.path)" }.joined(separator: "  ")
    }
  }

  /// The files of a failure, by their keys in JSON.
  private func files(of place: Int) -> [(key: String, path: String)] {
    guard let folder else { return [] }
    let start = "\(folder)/\(place + 1)"
    let files: [(key: String, path: String)] = [
      ("script", "\(start).script"), ("journal", "\(start).journal"),
      ("test", "\(start)Tests.swift"),
    ]
    return files.filter { $0.key != "journal" || exploration.failures[place].journal != nil }
  }

  /// Writes for each failure its steps as a script of the prompt, its journal, and a test.
  func write(rules: [String], _ output: ConsoleOutput) throws {
    for (place, failure) in exploration.failures.enumerated() {
      for (key, path) in files(of: place) {
        let bytes =
          switch key {
          case "script": Self.script(of: failure)
          case "journal": failure.journal?.fileBytes ?? []
          default: Array(Self.test(of: failure, at: place + 1, rules: rules).utf8)
          }
        try output.write(bytes, to: path, makesFolders: true)
      }
    }
  }

  /// The steps, the first of which holds the clock.
  private static func script(of failure: FoundFailure) -> [UInt8] {
    let lines =
      ["# \(failure.title)", "pass 0 s"] + failure.steps.map { "\($0.line)" as SafeText }
    return Array((lines.map(\.string).joined(separator: "\n") + "\n").utf8)
  }

  /// A test that fails as long as the app does.
  private static func test(
    of failure: FoundFailure, at place: Int, rules: [String]
  ) -> String {
    let last = rules.first.map { ", rules: \(SwiftLiteral.text($0))" } ?? ""
    return """
      import ModelTreeTesting
      import Testing

      // Let 'exploredApp()' make your app, as in expectExploration(of:).
      @MainActor @Test(\(SwiftLiteral.text(failure.title.string))) func failure\(place)() async {
        await expectScript(
      \(SwiftLiteral.lines(failure.steps.map(\.line), indent: "    ")), of: exploredApp\(last))
      }

      """
  }

  // MARK: JSON, whose keys are part of the contract; the help of `explore` documents them

  var json: JSONText {
    .object { json in
      json.write("seed", Int(clamping: exploration.seed))
      json.write("runs", exploration.runs)
      json.write("actions", exploration.actions)
      json.write("shapes", exploration.shapes)
      for (name, first, count) in [
        ("routes", "reached", exploration.reached.routes),
        ("subscriptions", "woken", exploration.reached.subscriptions),
      ] {
        json.object(name) { json in
          json.write(first, count.reached)
          json.write("known", count.known)
        }
      }
      json.array("failures") { list in
        for (place, failure) in exploration.failures.enumerated() {
          list.object { Self.write(failure, files(of: place), to: &$0) }
        }
      }
      json.array("unstable", of: exploration.unstable) { Self.write($0, [], to: &$1) }
      json.object("unreached") { json in
        json.write("actions", exploration.reached.actions.unreached)
        json.write("subscriptions", exploration.reached.subscriptions.unreached)
        json.write("routes", exploration.reached.routes.unreached)
      }
      json.write("uncontrolled", exploration.uncontrolled)
    }
  }

  private static func write(
    _ found: FoundFailure, _ files: [(key: String, path: String)], to json: inout JSONObject
  ) {
    json.write("kind", found.failure.kind.rawValue)
    json.write("rule", found.failure.rule)
    json.write("message", found.failure.message)
    json.write("why", found.failure.why)
    json.write("node", found.failure.node?.id)
    json.write("record", found.failure.record)
    json.write("run", found.run)
    json.write("actions", found.actions)
    json.write("steps", found.steps.map(\.line))
    json.write("original", found.original)
    json.object("replays") { json in
      json.write("failed", found.replays.failed)
      json.write("of", found.replays.of)
    }
    if let nearest = found.nearest {
      json.object("nearest") { json in
        json.write("differs", nearest.words)
        json.write("steps", nearest.steps.map(\.line))
        json.write("difference", nearest.difference)
      }
    }
    for (key, path) in files { json.write(key, path) }
  }
}
