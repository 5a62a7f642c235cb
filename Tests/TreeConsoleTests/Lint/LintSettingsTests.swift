import TestSupport
import Testing

/// The file that switches rules off and says how much they matter.
@Suite struct `Settings of lint` {
  private static let settings = """
    {
      "disabled": ["unheard-event", "unreachable-registration", "unhandled-declaration"],
      "severity": {"uncaught-error": "note"}
    }
    """

  @Test(arguments: [("lint.json", ["--config", "lint.json"]), (".modeltree-lint.json", [])])
  func `it is read where it is named, or where it has the name that is looked for`(
    name: String, words: [String]
  ) throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.write(Self.settings, to: name)
    let outcome = try folder.modeltree(["lint", "tree.json"] + words)
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("note: uncaught-error\n"))
    #expect(
      outcome.text.hasSuffix(
        """

        switched off: unheard-event, unreachable-registration, unhandled-declaration
        1 finding: 1 note

        """))
  }

  @Test func `a file that is named takes the place of the other`() throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.write(Self.settings, to: ".modeltree-lint.json")
    try folder.write("{}", to: "none.json")
    let outcome = try folder.modeltree("lint", "tree.json", "--config", "none.json")
    #expect(outcome.text.hasSuffix("\n4 findings: 1 error, 2 warnings, 1 note\n"))
  }

  @Test func `an option switches off what the file leaves on`() throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.write(Self.settings, to: ".modeltree-lint.json")
    let outcome = try folder.modeltree("lint", "tree.json", "--disable", "uncaught-error")
    #expect(outcome.status == 0)
    #expect(outcome.text.hasSuffix("\nnothing found: 8 rules looked at 4 models\n"))
  }

  @Test(arguments: [
    ("", 1, "the text ends before its JSON does"),
    ("{", 1, "the text ends before its JSON does"),
    ("{\"disabled\": [", 1, "the text ends before its JSON does"),
    ("{\"disabled\": [\"unh", 1, "the text ends before its JSON does"),
    ("disabled: []", 1, "not JSON: expected a value, found 'd'"),
    ("{\n\"disabled\": []\n} x", 3, "not JSON: expected the end of the text, found 'x'"),
    ("{\n\"disabled\": [],\n}", 3, "not JSON: expected a key in double quotes, found '}'"),
    ("[]", 1, "the file must be an object, not an array"),
    ("{\n\n\"disable\": []}", 3, "'disable' isn't a setting; did you mean 'disabled'?"),
    ("{\"rules\": []}", 1, "'rules' isn't a setting; write 'disabled' or 'severity'"),
    ("{\"disabled\": [],\n\"disabled\": []}", 2, "'disabled' appears twice"),
    (
      "{\"disabled\": \"unheard-event\"}", 1,
      "'disabled' must be an array, not a string"
    ),
    (
      "{\"disabled\": [\n1]}", 2,
      "a rule must be a string, not a number"
    ),
    (
      "{\"disabled\": [\n\"unheard-events\"]}", 2,
      "unknown rule 'unheard-events'; did you mean 'unheard-event'?"
    ),
    ("{\"severity\": []}", 1, "'severity' must be an object, not an array"),
    (
      "{\"severity\": {\n\"leak\": \"note\"}}", 2,
      "unknown rule 'leak'; 'help lint' lists the rules"
    ),
    (
      "{\"severity\": {\"leaked-model\":\n\"warn\"}}", 2,
      "'warn' isn't a severity; write error, warning or note"
    ),
    (
      "{\"severity\": {\"leaked-model\": \"eror\"}}", 1,
      "'eror' isn't a severity; did you mean 'error'?"
    ),
    (
      "{\"severity\": {\"leaked-model\": 1}}", 1,
      "'leaked-model' must be a string, not a number"
    ),
    (
      "{\"severity\": {\"leaked-model\": \"note\",\n\"leaked-model\": \"note\"}}", 2,
      "'leaked-model' appears twice"
    ),
    ("{\"\\u001b\": 1}", 1, "'\\u{1b}' isn't a setting; write 'disabled' or 'severity'"),
  ])
  func `what it does not know is refused with the line`(
    text: String, line: Int, message: String
  ) throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.write(text, to: "lint.json")
    try folder.modeltree("lint", "tree.json", "--config", "lint.json")
      .expectRefusal("lint.json: line \(line): \(message)")
  }

  @Test func `text that is not UTF-8 is refused`() throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.write(Array("{\"".utf8) + [0xff] + Array("\": 1}".utf8), to: "lint.json")
    try folder.modeltree("lint", "tree.json", "--config", "lint.json")
      .expectRefusal("lint.json: line 1: a string is not valid UTF-8")
  }
}
