package import TextIO
package import TreeSnapshot

extension LeakedModel {
  /// Writes the members of the JSON object, whose keys are part of the contract; what is not known is
  /// left out.
  package func write(to json: inout JSONObject) {
    json.write("id", id)
    json.write("type", type)
    json.write("path", path)
    json.write("source", source)
    json.write("heldBy", holder)
    if isOfEarlierTree { json.write("earlier", true) }
  }

  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var (id, holder): (Int?, Int?)
    var (type, path, source): (String?, String?, String?)
    var isOfEarlierTree = false
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "id": id = try scanner.readWholeNumber(key)
      case "type": type = try scanner.readString(key)
      case "path": path = try scanner.readString(key)
      case "source": source = try scanner.readString(key)
      case "heldBy": holder = try scanner.readWholeNumber(key)
      case "earlier": isOfEarlierTree = try scanner.readBoolean(key)
      default: return false
      }
      return true
    }
    self.init(
      id: try scanner.required(id, "id"), type: try scanner.required(type, "type"), path: path,
      source: source, holder: holder, isOfEarlierTree: isOfEarlierTree)
  }
}
