package import TextIO

/// A format of diagrams.
package enum GraphFormat: String, Hashable, Sendable, CaseIterable {
  /// Graphviz's own text, written without Graphviz.
  case dot
  /// A vector image, with a title, a description, and tooltips.
  case svg
  /// A bitmap image.
  case png
  /// A single page.
  case pdf
  /// The places of boxes and lines as JSON, for a program that draws them.
  case layout

  /// The format of a file name's extension, ignoring case; nil for other extensions.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let suffix = fileName[fileName.index(after: dot)...].lowercased()
    self.init(rawValue: suffix == "gv" ? "dot" : suffix)
  }

  /// Graphviz's name for it. PNG includes the renderer, because there may be several.
  var rendererName: String {
    self == .png ? "png:cairo" : rawValue
  }
}

/// Why a diagram was not drawn.
package struct GraphError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and its remedy, in one clause.
  package let words: SafeText

  init(_ words: SafeText) { self.words = words }

  package var description: String { words.string }

  static let noGraphviz = GraphError(
    """
    Graphviz, which draws PNG and PDF, isn't installed; install it ('apt-get install graphviz' or \
    'brew install graphviz'), or write SVG
    """)

  static let noResources = GraphError(
    "no thread or memory for Graphviz; write DOT with --format dot")
}
