import Foundation

/// The package manager's description of the package.
struct PackageDescription: Decodable, Sendable {
  struct Target: Decodable, Sendable {
    let name: String
    let c99name: String
    let type: String
    let module_type: String
    let path: String
    let sources: [String]
    let target_dependencies: [String]?
    let product_memberships: [String]?

    /// The map of a C library's module; nil for a module of Swift.
    var moduleMap: String? {
      switch (type, module_type) {
      case ("system-target", _): "\(path)/module.modulemap"
      case (_, "ClangTarget"): "\(path)/include/module.modulemap"
      default: nil
      }
    }
  }

  let path: String
  let targets: [Target]

  init(_ json: Data) throws { self = try JSONDecoder().decode(PackageDescription.self, from: json) }

  /// The targets, each after its dependencies, without C libraries.
  var sorted: [Target] {
    let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    var sorted: [Target] = []
    var names: Set<String> = []
    func visit(_ target: Target) {
      guard names.insert(target.name).inserted else { return }
      for name in (target.target_dependencies ?? []).sorted() { byName[name].map(visit) }
      if target.moduleMap == nil { sorted.append(target) }
    }
    for target in targets.sorted(by: { $0.name < $1.name }) { visit(target) }
    return sorted
  }
}
