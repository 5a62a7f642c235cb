import TextIO
import TreeConsole

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
