import Foundation
import TestSupport
import Testing
import TextIO

/// What an explored app's action takes as its word.
enum ExploredWords {
  static let hostile = [
    "\\(exit(3))", "\\#(exit(3))", "\"\"\"", "\"\"\"#", "a\nb", "it's\t", "$(id)", "--x", "#",
    "\u{202e}x",
  ]
}

@Suite(.timeLimit(.minutes(30))) struct `Exploring from outside` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  private func explore(
    runs: Int = 6, _ words: String..., app: [String] = []
  ) throws -> Outcome {
    try folder.modeltree(
      ["explore", "--runs", "\(runs)", "--seed", "3"] + words
        + ["--", BuiltProduct.path(of: "BuggyApps"), "ExploredShop"] + app)
  }

  private func failures(in answer: Outcome) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
    return try #require(json?["failures"] as? [[String: Any]], "\(answer.text) \(answer.errors)")
  }

  @Test func `finds what breaks, and hands over scripts, journals and tests`() throws {
    let answer = try explore(
      "--out", "found", "--json", app: ["journal"])
    #expect(answer.status == 1, "\(answer.text) \(answer.errors)")
    #expect(
      answer.errors.hasPrefix(
        "modeltree: this runs real actions: don't use it with production services\n"))
    let failures = try failures(in: answer)
    let uncaught = try #require(failures.first { $0["kind"] as? String == "uncaught" })
    #expect(uncaught["steps"] as? [String] == ["do open", "do order 21", "pass 2 s"])
    #expect(
      uncaught["why"] as? String
        == "it ended its subscription 1.5 s before, made at ExploredShop.swift:53")
    #expect((uncaught["nearest"] as? [String: Any])?["differs"] as? String == "'do order 20'")
    let crash = try #require(failures.first { $0["kind"] as? String == "crash" })
    #expect(
      crash["steps"] as? [String] == [
        "do open", "do order 1", "do order 1", "do pay expired",
      ])
    let message = try #require(crash["message"] as? String)
    #expect(message.hasPrefix("the app was ended by signal "))
    #expect((crash["why"] as? String)?.hasSuffix("and has not returned") == true, "\(crash)")
    let rest = try #require(crash["journal"] as? String)
    let last = try folder.modeltree("journal", rest, "--limit", "1")
    #expect(last.text.contains("'pay expired' is performed"), "\(last.text) \(last.errors)")

    // The prompt plays the script, and the journal tells the same.
    let script = try #require(uncaught["script"] as? String)
    let app = try folder.start("ExploredShop", of: "BuggyApps")
    let prompt = try folder.modeltree(
      ["repl", "@ExploredShop"], input: script)
    #expect(prompt.status == 0, "\(prompt.text) \(prompt.errors)")
    // The answer of `pass` shows what happened meanwhile.
    #expect(prompt.text.contains("  uncaught; reported to "), "\(prompt.text)")
    let now = try folder.modeltree("journal", "@ExploredShop", "--what", "uncaught").text
    #expect(now.contains(": uncaught; reported to "), "\(now)")
    #expect(app.finish() == 0)
    let journal = try #require(uncaught["journal"] as? String)
    let kept = try folder.modeltree("journal", journal, "--what", "uncaught").text
    #expect(kept.contains(": uncaught; reported to "), "\(kept)")
    let test = try folder.text(of: try #require(uncaught["test"] as? String))
    #expect(test.contains("  await expectScript(\n    \"\"\"\n    do open\n    do order 21\n"))
  }

  @Test func `work and a session that don't end are found`() throws {
    let answer = try explore(runs: 1, "--json", app: ["loads", "reopens"])
    let messages = try failures(in: answer).compactMap { $0["message"] as? String }
    #expect(
      messages.contains("ShopSession is still open after it was closed"), "\(messages)")
    #expect(
      messages.contains {
        $0.hasPrefix("work of Catalog still runs after everything was closed, started at ")
      }, "\(messages)")
  }

  @Test func `ends when its time is over`() throws {
    let answer = try folder.run([
      BuiltProduct.path(of: "modeltree"), "explore", "--for", "2s", "--",
      BuiltProduct.path(of: "BuggyApps"), "ExploredShop",
    ])
    #expect(answer.status < 2, "\(answer.text) \(answer.errors)")
    #expect(answer.text.contains(/^\d+ runs?,/), "\(answer.text)")
  }

  @Test func `an app that exposes no clock is refused`() throws {
    let answer = try folder.modeltree([
      "explore", "--", BuiltProduct.path(of: "ListeningApp"), "Shop", "3",
    ])
    #expect(answer.status == 2)
    #expect(
      answer.errors.hasSuffix(
        "modeltree: the app exposes no clock; give its Agent one, as 'exploring:'\n"))
  }

  /// An app, what shows that it is explored, and the status.
  @Test(arguments: [
    (["BuggyApps", "ExploredShop"], "[1-9] failure", 1 as Int32),
    (["MemoryVictim", "static"], "runs real actions", 2),
  ])
  func `an exploration that is terminated answers with what it found so far`(
    app: [String], sign: String, status: Int32
  ) throws {
    let answer = try folder.run([
      "/bin/sh", "-c",
      """
      "$@" 2>errors & while ! grep -q '\(sign)' errors; do sleep 0.1; done
      kill $!; wait $!; status=$?; cat errors >&2; exit $status
      """, "sh", BuiltProduct.path(of: "modeltree"), "explore", "--runs", "1000000", "--seed",
      "3", "--", BuiltProduct.path(of: app[0]), app[1],
    ])
    #expect(answer.status == status, "\(answer.text) \(answer.errors)")
    #expect(answer.text.contains("\nFAIL  ") == (status == 1), "\(answer.text)")
    let count = try #require(answer.text.split(separator: " ").first)
    #expect(
      answer.errors.hasSuffix("modeltree: interrupted after \(count) of 1000000 runs\n"),
      "\(answer.text) \(answer.errors)")
  }

  @Test func `words of an action stay words, in the test and in the script`() throws {
    let answer = try explore(runs: 3, "--out", "found", "--json", app: ["hostile"])
    let failures = try failures(in: answer).filter { $0["kind"] as? String == "crash" }
    #expect(!failures.isEmpty, "\(answer.text) \(answer.errors)")
    var tests = ""
    for failure in failures {
      let steps = try #require(failure["steps"] as? [String])
      let script = try folder.text(of: try #require(failure["script"] as? String))
      #expect(script.split(separator: "\n").suffix(steps.count).map(String.init) == steps)
      for step in steps where step.hasPrefix("do say ") {
        let words = try ShellWords.split(step)
        #expect(words.count == 3 && ExploredWords.hostile.contains(words[2]), "\(step)")
      }
      tests += try folder.text(of: try #require(failure["test"] as? String))
        .replacing("import ModelTreeTesting\nimport Testing\n", with: "")
        .replacing(/@MainActor @Test\(".*"\)/, with: "@MainActor")
    }
    guard Tool.isInstalled("swiftc") else { return }
    let head = """
      struct App {}
      let exploredApp = App()
      func expectScript(_ script: String, of app: App, rules: String? = nil) async {}

      """
    try folder.write(head + tests, to: "Found.swift")
    let compiled = try ChildProcess.run(
      ["swiftc", "-typecheck", "-parse-as-library", "Found.swift"],
      environment: ProcessInfo.processInfo.environment, directory: folder.path)
    #expect(compiled.status == 0, "\(compiled.errors)\n\(tests)")
  }

  @Test func `an app that was started for an explorer ends when its connection does`() throws {
    let app = try ListeningProcess(
      "BuggyApps", ["ExploredShop"],
      environment: folder.environment.merging(["MODELTREE_EXPLORING": "1"]) { $1 })
    #expect(try folder.modeltree("print", "@ExploredShop").status == 0)
    #expect(app.waitForExit() == 0)
    // Any other app keeps listening.
    let other = try folder.start("ExploredShop", of: "BuggyApps")
    for _ in 0..<2 { #expect(try folder.modeltree("print", "@ExploredShop").status == 0) }
    #expect(other.finish() == 0)
  }

  @Test(arguments: [4, 10]) func `too few files that may be open are a sentence`(limit: Int) throws
  {
    let answer = try folder.run([
      "/bin/sh", "-c", #"ulimit -n \#(limit); exec "$0" explore -- /bin/true"#,
      BuiltProduct.path(of: "modeltree"),
    ])
    #expect(answer.status == 2)
    #expect(
      answer.errors == """
        modeltree: too many open files: an exploration needs 16 more; raise the limit with 'ulimit -n 256'

        """)
  }

  @Test(arguments: [
    ([], "name the command that starts the app after '--'"),
    (
      ["--for", "soon", "--", "/bin/false"],
      "'soon' isn't a length of time; write it as 50ms, 1.5s or 2m"
    ),
    (["--for", "0s", "--", "/bin/false"], "--for is more than 0s, such as 30s"),
    (
      ["--at", "3", "--", "/bin/false"],
      "--at goes with a journal; an app is explored as it runs; see 'modeltree help explore'"
    ),
    (["--", "/bin/false"], "the app exited with status 1 before it listened"),
    (
      ["--out", "/dev/null", "--", "/bin/false"],
      "cannot make '/dev/null': a folder in its path is a file; name another"
    ),
  ])
  func `wrong usage says what to do`(words: [String], problem: String) throws {
    let answer = try folder.modeltree(["explore"] + words)
    #expect(answer.status == 2)
    #expect(answer.errors.contains("modeltree: \(problem)\n"), "\(answer.errors)")
  }
}
