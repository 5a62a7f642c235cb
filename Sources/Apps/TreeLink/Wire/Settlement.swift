package import TextIO
package import TreeJournal
import TreeSnapshot

/// How far an app that is explored has come: the answer to `settled`.
package struct Settlement: Hashable, Sendable {
  /// Whether the app is at rest: it needs time, an answer or another request.
  package var isSettled: Bool
  /// What it waits for.
  package var waiting: [Waiting]
  /// The latest record of its journal.
  package var record: Int
  /// The type of the session that was closed, if that is still open.
  package var openSession: String?

  /// Describes an app.
  package init(isSettled: Bool, waiting: [Waiting], record: Int, openSession: String?) {
    (self.isSettled, self.waiting, self.record) = (isSettled, waiting, record)
    self.openSession = openSession
  }
}

extension Settlement: JSONReadable {
  /// Reads an answer.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    self.init(
      isSettled: try json.read("settled"), waiting: try json.read("waiting"),
      record: try json.read("record"),
      openSession: try json.readIfPresent("open"))
  }

  /// Writes the members of the answer.
  package func write(to json: inout JSONObject) {
    json.write("settled", isSettled)
    json.array("waiting", of: waiting) { wait, json in
      json.write("type", wait.type)
      json.write("source", wait.source)
      json.write("for", wait.what.rawValue)
      json.write("nanoseconds", wait.nanoseconds)
      if !wait.errors.isEmpty { json.write("errors", wait.errors) }
    }
    json.write("record", record)
    json.write("open", openSession)
  }
}

extension Waiting: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let cause: String = try json.read("for")
    self.init(
      type: try json.readIfPresent("type"), source: try json.readIfPresent("source"),
      what: Cause(rawValue: cause) ?? .unknown,
      nanoseconds: try json.readIfPresent("nanoseconds"),
      errors: try json.readIfPresent("errors") ?? [])
  }
}

/// Seconds in requests, which may have a fraction.
extension JSONValue {
  func readSeconds(_ key: String) throws(JSONProblem) -> Int {
    guard case .number(let text)? = self[key], let seconds = Double(text),
      (0...31_536_000).contains(seconds)
    else {
      throw .wrongType(
        key: key, expected: "a number of seconds up to a year", found: "something else")
    }
    return Int((seconds * 1e9).rounded())
  }
}
