package import TextIO
package import TreeSnapshot

/// An app's leaked models, with a frozen copy of its process, in which they have the same addresses.
package struct FrozenLeaks: Hashable, Sendable {
  /// The models that left the tree and are still alive, with their addresses.
  package var left: [LeakedModel]
  /// The copy's process, which ends with the connection; nil if the app can't be copied.
  package var pid: Int?
  /// How long the app was paused to make the copy, in nanoseconds.
  package var pause: Int

  /// Creates an answer.
  package init(left: [LeakedModel], pid: Int?, pause: Int) {
    self.left = left
    self.pid = pid
    self.pause = pause
  }
}

extension FrozenLeaks: JSONReadable {
  /// Reads `{"left", "addresses", "copy": {"pid", "paused"}}`; an app of an older version sends only
  /// the first.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    left = try json.read("left")
    let addresses: [Int] = try json.readIfPresent("addresses") ?? []
    for (index, address) in addresses.enumerated() where index < left.count && address > 0 {
      left[index].address = UInt(address)
    }
    let copy = json["copy"]
    pid = try copy?.read("pid")
    pause = try copy?.readIfPresent("paused") ?? 0
  }

  func write(to json: inout JSONObject) {
    json.writeLeft(left)
    json.write("addresses", left.map { $0.address.flatMap { Int(exactly: $0) } ?? 0 })
    guard let pid else { return }
    json.object("copy") {
      $0.write("pid", pid)
      $0.write("paused", pause)
    }
  }
}

extension JSONObject {
  /// Writes leaked models as the member `left`.
  mutating func writeLeft(_ models: [LeakedModel]) {
    array("left") { array in for model in models { array.object { model.write(to: &$0) } } }
  }
}
