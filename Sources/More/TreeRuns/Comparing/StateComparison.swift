// Labels and states. When an app looks at its models depends on the time that it has: a value that one run
// has between two others of both runs may have been there unseen in the other run.
extension Alignment {
  private struct Subject: Hashable {
    /// The model of the newer run.
    var model: Int32
    /// The key of the state; nil for the label.
    var key: String?
  }

  /// Notes the first difference of each label and value of matched models.
  mutating func addStates() {
    let values = sequences(old) { old.all[Int($0)].partner }
    let others = sequences(new) { $0 }
    let (seen, otherSeen) = (Set(values.keys.map(\.model)), Set(others.keys.map(\.model)))
    for subject in Set(values.keys).union(others.keys)
    where seen.contains(subject.model) && otherSeen.contains(subject.model) {
      let none = [Run.Value(model: subject.model, key: subject.key, value: nil, place: Run.none)]
      let model = new.all[Int(subject.model)].partner
      let (one, other) = (values[subject] ?? none, others[subject] ?? none)
      if let (first, second) = Self.difference(one, other) {
        differences.append(
          Difference(.state, first, second, in: (-1, -1), models: (model, subject.model)))
      }
    }
  }

  /// The values of each label and state in order, each other than the one before.
  private func sequences(
    _ run: Run, _ model: (Int32) -> Int32
  ) -> [Subject: [Run.Value]] {
    var sequences: [Subject: [Run.Value]] = [:]
    for value in run.values {
      let subject = Subject(model: model(value.model), key: value.key)
      if subject.model < 0 || sequences[subject]?.last?.value == .some(value.value) { continue }
      sequences[subject, default: []].append(value)
    }
    return sequences
  }

  /// The records of the first values that differ; -1 for none. Nil if the values end alike, and those of one
  /// run are among those of the other.
  private static func difference(_ one: [Run.Value], _ other: [Run.Value]) -> (Int32, Int32)? {
    if one.last?.value == other.last?.value {
      let (short, long) = one.count <= other.count ? (one, other) : (other, one)
      var rest = long[...]
      let areContained = short.allSatisfy { value in
        rest = rest.drop { $0.value != value.value }
        return rest.popFirst() != nil
      }
      if areContained { return nil }
    }
    let common = zip(one, other).prefix { $0.value == $1.value }.count
    func place(_ values: [Run.Value]) -> Int32 {
      values.indices.contains(common) ? values[common].place : Run.none
    }
    return (place(one), place(other))
  }
}
