/// The tree is too large for a page without a server.
struct TooLargeToExport: Error, Hashable {
  var models: Int
  var limit: Int
}

extension TooLargeToExport: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  var description: String {
    """
    the tree has \(models) models, and a page without a server holds \(limit) at most; export a \
    dump of a part: modeltree print DUMP SELECTOR --json -o part.json
    """
  }
}
