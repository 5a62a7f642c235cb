import TextIO
import TreeSnapshot

extension TreeMark {
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var (tree, revision): (Int?, Int?)
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "tree": tree = try scanner.readWholeNumber(key)
      case "revision": revision = try scanner.readWholeNumber(key)
      default: return false
      }
      return true
    }
    self.init(
      tree: try scanner.required(tree, "tree"),
      revision: try scanner.required(revision, "revision"))
  }

  func write(to json: inout JSONObject) {
    json.write("tree", tree)
    json.write("revision", revision)
  }
}

extension JSONScanner {
  /// A member that an object must have.
  func required<Value>(_ value: Value?, _ key: String) throws(JSONFailure) -> Value {
    guard let value else {
      throw JSONFailure(
        offset: position,
        problem: JSONProblem.syntax(expected: "'\(key)'", found: "an object without it"))
    }
    return value
  }
}
