import TestSupport
import Testing
import TreeRuns
import TreeSnapshot

/// A failure's steps are lines, which a script, a test and a prompt play.
@Suite nonisolated struct `Steps as lines` {
  private static let words =
    RandomTree.joinedHostileNames + ["-x", "--", "--x", "-1", "#", "a.b", ".", "~"]

  @Test(arguments: words) func `a line is read back as its step`(word: String) {
    var steps: [TreeRuns.Step] = [
      .perform([word]), .perform(["say", word]), .perform([word, word, "x"]),
      .answer(2, failing: word),
      .raise(Message(kind: .error, domain: "A", code: "b"), from: word),
    ]
    if !word.isEmpty {
      steps += [
        .raise(Message(kind: .bubble, domain: "A.B", code: word), from: "X"),
        .raise(Message(kind: .event, domain: word, code: word), from: "#12"),
      ]
    }
    for step in steps {
      #expect(TreeRuns.Step(step.line) == step, "\(step.line)")
      #expect(step.line.filter(\.isNewline) == "")
    }
  }
}
