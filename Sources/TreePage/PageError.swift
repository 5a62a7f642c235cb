import TextIO

/// Why a page cannot be served or written.
enum PageError: Error, Hashable {
  /// The server cannot listen at a port; 0 stands for any.
  case port(Int)
  /// The tree is too large for a page without a server.
  case tooLargeToExport(models: Int, limit: Int)
}

extension PageError: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  var description: String {
    switch self {
    case .port(0): "the system gives no port on 127.0.0.1"
    case .port(let port): "port \(port) is taken or not allowed; leave --port out for a free one"
    case .tooLargeToExport(let models, let limit):
      """
      the tree has \(models) models, and a page without a server holds \(limit) at most; export a \
      dump of a part: modeltree print DUMP SELECTOR --json -o part.json
      """
    }
  }
}
