import TextIO
package import TreeSnapshot

/// The tree of an app: the answer to `look`.
package enum Look: Sendable {
  /// It is the one that the client has.
  case same(TreeMark)
  /// It is this one.
  case tree(SharedState)
}

extension Look {
  /// Reads an answer.
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var (tree, revision): (Int?, Int?)
    var isSame = false
    var snapshot: Snapshot?
    var ended: [EndedSubscription] = []
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "tree": tree = try scanner.readWholeNumber(key)
      case "revision": revision = try scanner.readWholeNumber(key)
      case "same": isSame = try scanner.readBoolean(key)
      case "dump": snapshot = try Snapshot(dumpIn: &scanner)
      case "ended":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          ended.append(try EndedSubscription(&scanner, "an ended subscription"))
        }
      default: return false
      }
      return true
    }
    let mark = TreeMark(
      tree: try scanner.required(tree, "tree"),
      revision: try scanner.required(revision, "revision"))
    if isSame {
      self = .same(mark)
    } else {
      let state = TreeState(
        snapshot: try scanner.required(snapshot, "dump"), tree: mark.tree, revision: mark.revision,
        endedSubscriptions: ended)
      self = .tree(SharedState(state, permit: nil))
    }
  }

  /// Writes an answer, the dump piece by piece.
  func write(to sink: inout some ByteSink & ~Copyable) {
    switch self {
    case .same(let mark):
      let text = JSONText.object { json in
        mark.write(to: &json)
        json.write("same", true)
      }
      text.bytes.withUnsafeBufferPointer { sink.write($0) }
    case .tree(let shared):
      let state = shared.state
      let head = JSONText.object { json in
        state.mark.write(to: &json)
        json.array("ended") { ended in
          for subscription in state.endedSubscriptions {
            ended.object { subscription.write(to: &$0) }
          }
        }
      }
      // What is large comes last, behind what the other members are.
      head.bytes.withUnsafeBufferPointer {
        sink.write(UnsafeBufferPointer(rebasing: $0.dropLast()))
      }
      sink.write(", \"dump\": " as StaticString)
      state.snapshot.writeDump(.oneLine) { sink.write($0) }
      sink.write("}" as StaticString)
    }
  }
}

extension Snapshot {
  /// Reads the dump that is the next value.
  fileprivate init(dumpIn scanner: inout JSONScanner) throws(JSONFailure) {
    _ = scanner.peek()
    let start = scanner.position
    let rest = UnsafeBufferPointer(start: scanner.base + start, count: scanner.count - start)
    var end = 0
    do throws(DumpError) {
      self = try Snapshot(dumpAtStartOf: rest, end: &end)
    } catch {
      throw JSONFailure(offset: start, problem: error)
    }
    scanner.position = start + end
  }
}
