/// Why a diagram was not drawn.
package enum GraphError: Error, Hashable, Sendable {
  /// Graphviz would draw more boxes than it can in reasonable time.
  case tooLarge(boxes: Int, limit: Int)
  /// Graphviz could not read the DOT text, and says why.
  case unreadable(message: String)
  /// Graphviz found no plugin for the layout or the format.
  case missingPlugin(format: GraphFormat, message: String)
  /// Graphviz failed while it laid the graph out or drew it.
  case failed(format: GraphFormat, message: String)
  /// There was no thread or no memory for Graphviz.
  case noResources
}
