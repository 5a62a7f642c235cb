import TextIO
import TreeConsole

/// The body of `POST /command`: `{"words": ["trace", …], "at": null}`.
struct CommandRequest {
  /// The words of the command, without the target.
  var words: [String] = []
  /// The moment; nil for the present.
  var moment: String?
  /// Whether the user has confirmed the command's effect on the app.
  var isConfirmed = false

  /// Parses a request.
  ///
  /// - Throws: `HTTPFault` with the problem.
  init(json: [UInt8]) throws(HTTPFault) {
    do {
      let request = try JSONValue(utf8: json)
      try request.checkObject("a command")
      words = try request.readIfPresent("words") ?? []
      if request["at"] != .null { moment = try request.readIfPresent("at") }
      isConfirmed = try request.readIfPresent("confirmed") ?? false
    } catch {
      let problem = ((error as? JSONFailure)?.problem ?? error) as? JSONProblem
      throw HTTPFault(status: 400, words: problem?.words.string ?? "not a command")
    }
    if words.isEmpty { throw HTTPFault(status: 400, words: "give the words of a command") }
  }
}

extension CommandRequest {
  /// The words to run: a moment is an option of every command.
  var line: [String] {
    guard let moment else { return words }
    return [words[0], "--at=\(moment)"] + words.dropFirst()
  }
}

extension CommandRequest {
  /// The commands that a page may run at any time.
  private static let reading: Set<String> = [
    "print", "printSessionTree", "show", "find", "trace", "routes", "resolve", "lint", "diff",
    "compare", "check", "render", "leaks", "problems", "selectors", "specs",
  ]
  /// The commands that affect the app.
  private static let acting: Set<String> = ["raise", "do"]

  /// Why the command is refused; nil if it isn't. `CommandService` itself refuses commands that
  /// would write files.
  var refusal: SafeText? {
    let name = words[0]
    if Self.reading.contains(name) { return nil }
    // 'do' alone lists the actions.
    if words == ["do", "--json"] { return nil }
    if Self.acting.contains(name) {
      return isConfirmed ? nil : "'\(name)' acts on the app; a person confirms it first"
    }
    return "a page does not run '\(name)'; run it in a terminal"
  }
}

extension CommandService.Answer {
  /// The answer for a page: `{"status": 0, "answer": …, "notes": […]}`. The answer is JSON if the
  /// command's answer is, otherwise text, and null if there is none.
  var json: JSONText {
    .object { json in
      json.write("status", Int(status.rawValue))
      json.write(
        "answer",
        bytes.isEmpty
          ? .null
          : isJSON ? JSONText(written: bytes) : .string(String(decoding: bytes, as: UTF8.self)))
      json.write("notes", notes.map(\.string))
    }
  }
}
