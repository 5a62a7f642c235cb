/// The process's environment.
package enum Environment {
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static subscript(name: String, default value: String) -> String { self[name] ?? value }

  /// Whether this runs in continuous integration, where nobody reads a file that is changed.
  package static var isCI: Bool { !["", "0", "false"].contains(self["CI", default: ""]) }
}
