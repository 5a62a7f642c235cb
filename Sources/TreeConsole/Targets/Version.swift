import CVersion

/// The version of the command.
enum Version {
  /// The version in reports.
  static let current = "0.1.0"

  /// The version in `--version`, with the commit that the command was built from, if it is known.
  static var withCommit: String {
    let commit = String(cString: modeltree_commit())
    return commit.isEmpty ? current : "\(current) (\(commit))"
  }
}
