import TextIO
import TreeConsole

/// What a command answers, as a page gets it: `{"status": 0, "answer": …, "notes": […]}`.
struct CommandAnswer {
  /// The status that the command would exit with.
  let status: ExitStatus
  /// What it wrote.
  let bytes: [UInt8]
  /// What it noted, last of all why it failed.
  let notes: [SafeText]

  init(status: ExitStatus, bytes: [UInt8], notes: [SafeText]) {
    self.status = status
    self.bytes = bytes
    self.notes = notes
  }

  init(_ answer: CommandService.Answer) {
    self.init(status: answer.status, bytes: answer.bytes, notes: answer.notes)
  }

  /// The answer is JSON where the command answers so, else text, and null where there is none.
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

  private var isJSON: Bool {
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    return bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      do throws(JSONFailure) {
        try scanner.skipValue()
        try scanner.expectEnd()
        return true
      } catch {
        return false
      }
    }
  }
}
