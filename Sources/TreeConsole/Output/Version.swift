/// The version of the command.
enum Version {
  /// The version that `--version` and reports name.
  static let current = "0.1.0"
}
