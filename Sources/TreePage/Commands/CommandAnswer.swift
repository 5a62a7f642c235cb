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
      if bytes.isEmpty {
        json.write("answer", JSONText(written: Array("null".utf8)))
      } else if isJSON {
        json.write("answer", JSONText(written: bytes))
      } else {
        json.write("answer", String(decoding: bytes, as: UTF8.self))
      }
      json.write("notes", notes.map(\.string))
    }
  }
}
