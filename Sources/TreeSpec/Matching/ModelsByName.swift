import TreeSnapshot

/// Models to choose from, by their names and labels: a line that gives both looks at no others.
final class ModelsByName {
  private struct Name: Hashable {
    var type: Symbol
    var label: Symbol?
  }

  /// Some of the models, of which those at the beginning are taken.
  private final class Group {
    var places: [Int] = []
    var start = 0
  }

  private let models: [Int]
  private let bound: BoundSpec
  private var isTaken: [Bool]
  private var groups: [Name: Group] = [:]
  private let all = Group()

  init(_ models: [Int], _ bound: BoundSpec) {
    self.models = models
    self.bound = bound
    isTaken = Array(repeating: false, count: models.count)
    for (place, model) in models.enumerated() {
      let fields = bound.columns.nodes.fixed[model]
      group(Name(type: fields.type, label: fields.label)).places.append(place)
      group(Name(type: fields.type)).places.append(place)
    }
    all.places = Array(models.indices)
  }

  private func group(_ name: Name) -> Group {
    if let known = groups[name] { return known }
    let new = Group()
    groups[name] = new
    return new
  }

  /// The models that are left.
  var rest: [Int] { models.indices.filter { !isTaken[$0] }.map { models[$0] } }

  /// Takes the first models that match a line.
  ///
  /// - Parameters:
  ///   - count: how many at most.
  ///   - line: the line.
  ///   - isMatch: whether a model is what the line asks for.
  func take(_ count: Int, for line: Int, _ isMatch: (Int) -> Bool) -> [Int] {
    guard let group = candidates(for: line) else { return [] }
    while group.start < group.places.count, isTaken[group.places[group.start]] { group.start += 1 }
    var taken: [Int] = []
    for place in group.places[group.start...] where !isTaken[place] {
      if taken.count == count { break }
      guard isMatch(models[place]) else { continue }
      isTaken[place] = true
      taken.append(models[place])
    }
    return taken
  }

  private func candidates(for line: Int) -> Group? {
    guard case .symbol(let type) = bound.lines[line].name else { return all }
    guard case .symbol(let label)? = bound.lines[line].label else {
      return groups[Name(type: type)]
    }
    return groups[Name(type: type, label: label)]
  }
}
