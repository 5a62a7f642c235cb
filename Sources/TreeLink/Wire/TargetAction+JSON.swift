package import TextIO
package import TreeSnapshot

extension TargetAction {
  /// Writes the members of the JSON object, whose keys are part of the contract.
  package func write(to json: inout JSONObject) {
    json.write("name", name)
    json.write("usage", usage)
    json.write("help", help)
  }

  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var (name, usage, help): (String?, String?, String?)
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "name": name = try scanner.readString(key)
      case "usage": usage = try scanner.readString(key)
      case "help": help = try scanner.readString(key)
      default: return false
      }
      return true
    }
    let word = try scanner.required(name, "name")
    self.init(name: word, usage: usage ?? word, help: help ?? "")
  }
}
