package import TextIO

extension GraphError: CustomStringConvertible {
  /// One clause that says what is wrong and what to do.
  package var description: String { words.string }

  /// One clause that says what is wrong and what to do.
  package var words: SafeText {
    switch self {
    case .tooLarge(let boxes, let limit):
      "\(boxes) boxes are too many for a picture in pixels or on a page (the limit is \(limit)); "
        + "write SVG, fold with --boxes N or --depth N, or draw a part with a selector"
    case .unreadable(let message): "Graphviz cannot read the DOT text: \(message)"
    case .missingPlugin(let format, let message):
      "Graphviz has no plugin for \(format.rawValue) here: \(message); "
        + "install Graphviz with its plugins, or write DOT with --format dot"
    case .failed(let format, let message):
      "Graphviz could not draw the \(format.rawValue): \(message)"
    case .noResources: "no thread or memory for Graphviz; write DOT with --format dot"
    }
  }
}
