import TreeSnapshot

// Which lines ask for the same.
extension BoundSpec {
  static func classes(of spec: Spec) -> [Int32] {
    struct Key: Hashable {
      var name: String
      var attributes: [UInt8]
      var isExact: Bool
      var isDeep: Bool
      var isOrdered: Bool
      var unnamed: AttributeKinds
      var children: [Int32]
    }
    var classes = [Int32](repeating: 0, count: spec.lines.count)
    var known: [Key: Int32] = [:]
    for index in spec.lines.indices.reversed() {
      let line = spec.lines[index]
      var written: [UInt8] = []
      let places = line.attributes.places.values
      if !places.isEmpty {
        let bytes = Array(spec.text[line.number - 1].utf8)
        for place in places.sorted(by: { $0.start < $1.start }) {
          written += bytes[place.start..<place.end]
        }
      }
      let children = line.children.flatMap { child -> [Int32] in
        let count = spec.lines[child].count
        return [classes[child], Int32(count.least), count.most.map { Int32($0) } ?? -1]
      }
      let key = Key(
        name: line.pattern.text, attributes: written, isExact: line.completeness == .exact,
        isDeep: line.completeness == .deep, isOrdered: line.mode.order == .ordered,
        unnamed: line.unnamed.absent, children: children)
      if let same = known[key] {
        classes[index] = same
      } else {
        classes[index] = Int32(index)
        known[key] = Int32(index)
      }
    }
    return classes
  }
}
