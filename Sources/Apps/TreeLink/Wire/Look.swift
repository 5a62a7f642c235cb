import TextIO
package import TreeSnapshot

/// The tree of an app: the answer to `look`.
package enum Look: Sendable {
  /// The tree that the client has.
  case same(TreeMark)
  /// This tree.
  case tree(SharedState)
}

extension Look {
  /// Reads an answer.
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var members: [String: JSONValue] = [:]
    var snapshot: Snapshot?
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      if key == "dump" {
        let text = try scanner.valueText()
        do throws(DumpError) {
          snapshot = try Snapshot(dump: text)
        } catch {
          throw JSONFailure(offset: scanner.position, problem: error)
        }
      } else {
        members[key] = try scanner.value()
      }
      return true
    }
    do throws(JSONProblem) {
      try self.init(json: .object(members), snapshot)
    } catch {
      throw JSONFailure(offset: scanner.position, problem: error)
    }
  }

  private init(json: JSONValue, _ snapshot: Snapshot?) throws(JSONProblem) {
    let mark = try TreeMark(json: json, "result")
    if try json.readIfPresent("same") ?? false {
      self = .same(mark)
      return
    }
    guard let snapshot else {
      throw .syntax(expected: "'dump'", found: "an object without it")
    }
    let state = TreeState(
      snapshot: snapshot, tree: mark.tree, revision: mark.revision,
      endedSubscriptions: try json.read("ended"))
    self = .tree(SharedState(state, permit: nil))
  }

  /// Writes an answer, with the dump in parts.
  func write(to sink: inout MemorySink) {
    switch self {
    case .same(let mark):
      let text = JSONText.object { json in
        mark.write(to: &json)
        json.write("same", true)
      }
      sink.write(text.bytes)
    case .tree(let shared):
      let state = shared.state
      let head = JSONText.object { json in
        state.mark.write(to: &json)
        json.array("ended", of: state.endedSubscriptions) { subscription, json in
          subscription.write(to: &json)
        }
      }
      // The dump comes last, because it is large.
      sink.write(Array(head.bytes.dropLast()))
      sink.write(", \"dump\": " as StaticString)
      state.snapshot.writeDump(.oneLine, to: &sink)
      sink.write("}" as StaticString)
    }
  }
}
