package import TextIO
package import TreeSnapshot

/// The tree of an app: the answer to `look`.
package enum Look: Sendable {
  /// The tree that the client has.
  case same(TreeMark)
  /// This tree.
  case tree(TreeState)
}

extension Look {
  /// Reads an answer.
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var snapshot: Snapshot?
    let json = try scanner.members(of: key) { scanner, key throws(JSONFailure) in
      guard key == "dump" else { return false }
      let text = try scanner.valueText()
      do throws(DumpError) {
        snapshot = try Snapshot(dump: text)
      } catch {
        throw JSONFailure(offset: scanner.position, problem: error)
      }
      return true
    }
    self = try scanner.interpreting { () throws(JSONProblem) in
      let mark = try TreeMark(json: json, key)
      if try json.readIfPresent("same") ?? false { return .same(mark) }
      guard let snapshot else {
        throw .syntax(expected: "'dump'", found: "an object without it")
      }
      return .tree(
        TreeState(
          snapshot: snapshot, tree: mark.tree, revision: mark.revision,
          endedSubscriptions: try json.read("ended")))
    }
  }

  /// Writes the members of the answer.
  package func write(to json: inout JSONObject) {
    switch self {
    case .same(let mark):
      mark.write(to: &json)
      json.write("same", true)
    case .tree(let state):
      state.mark.write(to: &json)
      json.array("ended", of: state.endedSubscriptions) { subscription, json in
        subscription.write(to: &json)
      }
      // The dump comes last, because it is large.
      json.raw("dump") { state.snapshot.writeDump(.oneLine, to: &$0) }
    }
  }
}

extension JSONScanner {
  /// Reads the members of an object.
  ///
  /// - Parameter read: reads the value of a large member; returns false, with nothing consumed, for others.
  mutating func members(
    of key: String, _ read: (inout JSONScanner, String) throws(JSONFailure) -> Bool
  ) throws(JSONFailure) -> JSONValue {
    var members: [String: JSONValue] = [:]
    try readObject(key) { scanner, key throws(JSONFailure) in
      if try !read(&scanner, key) { members[key] = try scanner.value() }
      return true
    }
    return .object(members)
  }

  /// Interprets what was read.
  func interpreting<Value>(
    _ body: () throws(JSONProblem) -> Value
  ) throws(JSONFailure) -> Value {
    do throws(JSONProblem) {
      return try body()
    } catch {
      throw JSONFailure(offset: position, problem: error)
    }
  }
}
