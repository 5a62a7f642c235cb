/// Why data could not be loaded.
package enum LoadError: String, Error, CaseIterable {
  /// There is no way to where the data is.
  case offline
  /// There is nothing to be read at the place.
  case missing
  /// What is there is not what was asked for.
  case malformed
}

extension LoadError: CustomStringConvertible {
  /// What is wrong, and what can be done.
  package var description: String {
    switch self {
    case .offline: "there is no connection; try again later"
    case .missing: "there is no user to be read at that place"
    case .malformed:
      "what was loaded is no user; it needs firstName, lastName, age, groups and permissions "
        + "(\(Permission.allCases.map(\.rawValue).joined(separator: ", ")))"
    }
  }
}
