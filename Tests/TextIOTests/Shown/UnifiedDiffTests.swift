import TestSupport
import Testing
import TextIO

@Suite struct `A unified difference` {
  private static func lines(_ old: String?, _ new: String) -> [String] {
    UnifiedDiff(from: old, to: new, of: "a").lines.map(\.text.string)
  }

  @Test func `is empty where nothing changes`() {
    #expect(Self.lines("a\n", "a\n").isEmpty)
  }

  @Test func `shows what changes between three lines that stay`() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("\n3\n", with: "\nthree\n").replacing("\n15\n", with: "\n")
    #expect(
      Self.lines(old, new) == [
        "--- a", "+++ a", "@@ -1,6 +1,6 @@", " 1", " 2", "-3", "+three", " 4", " 5", " 6",
        "@@ -12,7 +12,6 @@", " 12", " 13", " 14", "-15", " 16", " 17", " 18",
      ])
  }

  @Test func `of a new file has nothing before it`() {
    #expect(Self.lines(nil, "a\nb\n") == ["--- /dev/null", "+++ a", "@@ -0,0 +1,2 @@", "+a", "+b"])
  }

  @Test func `says where the last line does not end`() {
    #expect(
      Self.lines("a\nb", "a\nb\n") == [
        "--- a", "+++ a", "@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b",
      ])
  }

  @Test(.enabled(if: Tool.isInstalled("patch")))
  func `is what patch applies`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 31)
    for _ in 0..<15 {
      func text() -> String {
        let lines = (0..<random.next(below: 12)).map { _ in "\(random.next(below: 4))" }
        return lines.joined(separator: "\n")
          + (random.chance(1, in: 3) || lines.isEmpty ? "" : "\n")
      }
      let (old, new) = (text(), text())
      let difference = Self.lines(old, new).joined(separator: "\n") + "\n"
      if old == new || old.isEmpty || new.isEmpty { continue }
      try folder.write(old, to: "a")
      let tool = try #require(Tool("patch"))
      let outcome = try tool.run(["-s", folder.path(of: "a")], input: Array(difference.utf8))
      #expect(outcome.status == 0, "\(difference)")
      #expect(try folder.text(of: "a") == new, "\(difference)")
    }
  }
}
