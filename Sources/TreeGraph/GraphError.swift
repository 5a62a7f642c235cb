import TextIO
internal import TreeSnapshot

/// Why a diagram was not drawn.
public enum GraphError: Error, Hashable, Sendable {
  /// More nodes would be drawn than a layout can take in reasonable time.
  case tooLarge(nodes: Int, limit: Int)
  /// Graphviz could not read the DOT text, and says why.
  case unreadable(message: String)
  /// Graphviz found no plugin for the layout or the format.
  case missingPlugin(format: GraphFormat, message: String)
  /// Graphviz failed while it laid the graph out or drew it.
  case failed(format: GraphFormat, message: String)
  /// There was no thread or no memory for Graphviz.
  case noResources
}

extension GraphError: CustomStringConvertible {
  /// One clause that a person can act on.
  public var description: String {
    let text =
      switch self {
      case .tooLarge(let nodes, let limit):
        "\(nodes) models are too many to draw (the limit is \(limit)); "
          + "fold with --depth N, draw a part with a selector, "
          + "or read the tree as text with print SELECTOR"
      case .unreadable(let message):
        "Graphviz cannot read the DOT text: \(message)"
      case .missingPlugin(let format, let message):
        "Graphviz has no plugin for \(format.rawValue) here: \(message); "
          + "install Graphviz with its plugins, or write DOT with --format dot"
      case .failed(let format, let message):
        "Graphviz could not draw the \(format.rawValue): \(message)"
      case .noResources:
        "no thread or memory for Graphviz; write DOT with --format dot"
      }
    return SafeText.escape(text)
  }
}
