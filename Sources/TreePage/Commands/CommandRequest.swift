import TextIO
import TreeConsole

/// What `POST /command` is asked: `{"words": ["trace", …], "at": null}`.
struct CommandRequest {
  /// The words of the command, without the target.
  var words: [String] = []
  /// The moment to look at; nil for the present.
  var moment: String?
  /// Whether a person has agreed to what the command does to the app.
  var isConfirmed = false

  /// Reads a request.
  ///
  /// - Throws: `RequestError` with what is wrong.
  init(json: [UInt8]) throws(RequestError) {
    do {
      let request = try JSONValue(utf8: json)
      try request.checkObject("a command")
      words = try request.readIfPresent("words") ?? []
      if request["at"] != .null { moment = try request.readIfPresent("at") }
      isConfirmed = try request.readIfPresent("confirmed") ?? false
    } catch {
      let problem = (error as? JSONFailure)?.problem ?? error
      throw RequestError(words: (problem as? JSONProblem)?.words ?? "not a command")
    }
    if words.isEmpty { throw RequestError(words: "give the words of a command") }
  }
}

extension CommandRequest {
  /// The words that are run: a moment is an option of every command.
  var line: [String] {
    guard let moment else { return words }
    return [words[0], "--at=\(moment)"] + words.dropFirst()
  }
}

/// Why a request is refused.
struct RequestError: Error {
  /// What is wrong, in one line.
  var words: SafeText
}

extension CommandRequest {
  /// What a page may ask at any time.
  private static let reading: Set<String> = [
    "print", "printSessionTree", "show", "find", "trace", "routes", "resolve", "lint", "diff",
    "check", "render", "leaks", "selectors", "specs",
  ]
  /// What acts on the app.
  private static let acting: Set<String> = ["raise", "do"]

  /// Why the command is not run; nil if it is. Which files a command would write is its own matter:
  /// none is written, see `CommandService`.
  var refusal: SafeText? {
    let name = words[0]
    if Self.reading.contains(name) { return nil }
    if Self.acting.contains(name) {
      return isConfirmed ? nil : "'\(name)' acts on the app; a person confirms it first"
    }
    return "a page does not run '\(name)'; run it in a terminal"
  }
}

extension CommandService.Answer {
  /// A refusal.
  init(refusal: SafeText) {
    self.init(status: .wrong, bytes: [], isJSON: false, notes: [refusal])
  }

  /// The answer as a page gets it: `{"status": 0, "answer": …, "notes": […]}`. The answer is JSON if the
  /// command answers so, else text, and null if there is none.
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
