import TextIO
import TreeJournal
import TreeRuns

/// What an exploration found, as JSON, and the files that it hands over.
struct ExplorationReport {
  let exploration: Exploration
  /// After how many runs it was interrupted; nil if it wasn't.
  let interruption: SafeText?
  /// The files that were written for each failure.
  private(set) var files: [Files] = []

  struct Files {
    let script: String
    /// Nil if there is no journal.
    let journal: String?
    let test: String
  }

  init(_ exploration: Exploration, interruption: SafeText?) {
    self.exploration = exploration
    self.interruption = interruption
  }

  /// The report, line by line.
  var lines: [SafeText] {
    exploration.lines { place in
      guard files.indices.contains(place) else { return nil }
      let own = files[place]
      return [own.script, own.journal, own.test].compactMap { $0 }.map { "\($0)" }
        .joined(separator: "  ")
    }
  }

  /// Writes the map of shapes, and for each failure its steps as a script of the prompt, its
  /// journal, and a test.
  mutating func write(into folder: String, rules: [String], _ output: ConsoleOutput) throws {
    try output.write(
      Array(exploration.map.dot.utf8), to: "\(folder)/map.dot", makesFolders: true)
    files = try exploration.failures.enumerated().map { place, failure in
      let start = "\(folder)/\(place + 1)"
      let script = "\(start).script"
      // The first step holds the clock.
      let lines =
        ["# \(failure.title)", "pass 0 s"] + failure.steps.map { "\($0.line)" as SafeText }
      try output.write(
        Array((lines.map(\.string).joined(separator: "\n") + "\n").utf8), to: script,
        makesFolders: true)
      let journal = failure.journal.map { ($0, "\(start).journal") }
      if let (contents, file) = journal { try output.write(contents.fileBytes, to: file) }
      let test = "\(start)Tests.swift"
      try output.write(Array(Self.test(of: failure, at: place + 1, rules: rules).utf8), to: test)
      return Files(script: script, journal: journal?.1, test: test)
    }
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
        ("routes", "reached", exploration.routes),
        ("subscriptions", "woken", exploration.subscriptions),
      ] {
        json.object(name) { json in
          json.write(first, count.reached)
          json.write("known", count.known)
        }
      }
      for (name, failures, files) in [
        ("failures", exploration.failures, files), ("unstable", exploration.unstable, []),
      ] {
        json.array(name) { list in
          for (place, failure) in failures.enumerated() {
            let own = files.indices.contains(place) ? files[place] : nil
            list.object { Self.write(failure, own, to: &$0) }
          }
        }
      }
      json.object("unreached") { json in
        json.write("actions", exploration.actionNames.unreached)
        json.write("subscriptions", exploration.subscriptions.unreached)
        json.write("routes", exploration.routes.unreached)
      }
      json.write("uncontrolled", exploration.uncontrolled)
      json.write("held", exploration.isHeld)
    }
  }

  private static func write(_ found: FoundFailure, _ files: Files?, to json: inout JSONObject) {
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
    json.write("script", files?.script)
    json.write("journal", files?.journal)
    json.write("test", files?.test)
  }
}
