package import TextIO

/// A format in which a diagram can be written.
package enum GraphFormat: String, Hashable, Sendable, CaseIterable {
  /// Graphviz's own text, which needs no Graphviz to be written.
  case dot
  /// A picture as text, with a title, a description and tooltips.
  case svg
  /// A picture as pixels.
  case png
  /// A picture on one page.
  case pdf
  /// Where boxes and lines lie, as JSON, for a program that draws them itself.
  case layout

  /// The format that a file's name asks for by its extension, in either case; nil if the name
  /// ends in none of them.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let suffix = fileName[fileName.index(after: dot)...].lowercased()
    self.init(rawValue: suffix == "gv" ? "dot" : suffix)
  }

  /// What Graphviz calls it. PNG names its renderer, because a machine may have several.
  var rendererName: String {
    self == .png ? "png:cairo" : rawValue
  }
}

/// Why a diagram was not drawn.
package struct GraphError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, in one clause.
  package let words: SafeText

  init(_ words: SafeText) { self.words = words }

  package var description: String { words.string }

  static let noResources = GraphError(
    "no thread or memory for Graphviz; write DOT with --format dot")
}
