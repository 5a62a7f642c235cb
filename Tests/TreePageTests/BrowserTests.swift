import Foundation
import TestSupport
import Testing

/// The page in a real browser. `tools/test` installs its driver.
@Suite(.enabled(if: Browser.isThere, "tools/test installs what drives Chromium"))
struct `A page in a browser` {
  @Test(arguments: Browser.checks)
  func `does what a person needs`(check: String) throws {
    let failure = try Self.failures.get()[check]
    #expect(failure == "", "\(failure ?? "the browser ended before")")
  }

  /// The failure of each check that was run, empty if there is none. All run in one process.
  private static let failures = Result {
    let folder = try TemporaryFolder()
    try folder.write(ServedPage.sample(), to: "tree.json")
    try folder.write(hostile(), to: "hostile.json")
    try folder.write(large, to: "large.json")
    try FileManager.default.copyItem(
      at: ServedPage.samples.appending(path: "journals/exam-master-upload.journal"),
      to: URL(filePath: folder.path(of: "app.journal")))
    let outcome = try ChildProcess.run(
      [
        Browser.python, Browser.script, BuiltProduct.path(of: "modeltree"), folder.path,
        Browser.chromium, BuiltProduct.path(of: "ListeningApp"),
      ] + Browser.checks, environment: ProcessInfo.processInfo.environment, directory: folder.path,
      patience: ChildProcess.patience * 6)
    var failures: [String: String] = [:]
    var check = ""
    for line in outcome.text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        failures[check, default: ""] += line + "\n"
      } else {
        check = String(line)
        failures[check] = ""
      }
    }
    if outcome.status != 0 { failures[check, default: ""] += outcome.errors }
    return failures
  }

  /// Names that would act on a terminal, and names that would act on a page.
  private static func hostile() throws -> String {
    let markup = #"<img src=x onerror=\"globalThis.stolen=1\"><script>globalThis.stolen=1</script>"#
    return Hostile.dump.replacing(
      "\n]}\n",
      with: """
        ,
        {"id": 4, "parent": 1, "type": "\(markup)", "label": "\(markup)", "source": "\(markup):1",
         "state": {"\(markup)": "\(markup)"}, "representation": "javascript:globalThis.stolen=1",
         "handles": [{"kind": "error", "domain": "\(markup)", "code": "\(markup)",
                      "label": "\(markup)", "source": "javascript:globalThis.stolen=1//:1"}]}
        ]}

        """)
  }

  /// A root with 20 branches of 100 leaves.
  private static let large: String = {
    var nodes = [#"{"id": 1, "type": "Root", "session": true}"#]
    for branch in 2...21 {
      nodes.append(#"{"id": \#(branch), "parent": 1, "type": "Branch"}"#)
      for leaf in 0..<100 {
        nodes.append(#"{"id": \#(branch * 100 + leaf), "parent": \#(branch), "type": "Leaf"}"#)
      }
    }
    return #"{"format": "model-tree", "version": 1, "nodes": ["# + nodes.joined(separator: ",\n")
      + "]}"
  }()
}

/// A browser's driver.
private enum Browser {
  /// The interpreter of an environment with the driver.
  static let python = ProcessInfo.processInfo.environment["MODELTREE_PAGE_PYTHON"] ?? ""
  /// Chromium's program.
  static let chromium = ProcessInfo.processInfo.environment["MODELTREE_PAGE_CHROMIUM"] ?? ""

  static var isThere: Bool { !python.isEmpty && !chromium.isEmpty }

  static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "browser.py").path()

  /// The functions of the script that take a browser.
  static let checks: [String] = {
    let text = (try? String(contentsOfFile: script, encoding: .utf8)) ?? ""
    return text.matches(of: /(?m)^def ([a-z0-9_]+)\(browser\):/).map { String($0.1) }
  }()
}
