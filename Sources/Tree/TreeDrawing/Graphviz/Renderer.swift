package import TextIO

/// Draws DOT text with the places of nodes and edges, through Graphviz in this process.
package enum Renderer {
  /// Draws a graph as PNG or PDF, or as SVG in Graphviz's style.
  ///
  /// Graphviz isn't thread-safe, so the process makes one drawing at a time, on a thread with a
  /// large stack. The calling thread waits; don't call this from an actor that must stay
  /// responsive. Nothing is printed.
  ///
  /// - Parameters:
  ///   - dot: the graph. DOT can name image and font files, so it must come from `Diagram` or be as
  ///     trusted.
  ///   - format: the format.
  ///   - resolution: the pixels per inch, or 72 points, of a PNG.
  /// - Throws: `GraphError` if Graphviz is missing or refuses.
  /// - Complexity: 1 ms for a small tree (10 for the first), half a second for 1,000 boxes.
  package static func render(
    _ dot: String, as format: GraphFormat, resolution: Double = 96
  ) throws(GraphError) -> [UInt8] {
    let result = Lock(Result<[UInt8], GraphError>.failure(.noResources))
    // Graphviz traverses graphs recursively, and a pool's thread may have only 512 KB of stack.
    let thread = BackgroundThread {
      let drawn = Result { () throws(GraphError) in
        try context.withLock { (context) throws(GraphError) in
          let graphviz: GraphvizContext
          if let context { graphviz = context } else { graphviz = try GraphvizContext() }
          context = graphviz
          return try graphviz.draw(dot, as: format, resolution: resolution)
        }
      }
      result.withLock { $0 = drawn }
    }
    thread?.join()
    return try result.withLock { $0 }.get()
  }

  /// The process's only context, created with the first drawing: that takes 3 to 6 ms, and two
  /// contexts in use at the same time crash each other. This lock covers all of Graphviz.
  private static let context = Lock<GraphvizContext?>(nil)
}

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
  /// A flowchart for Markdown, laid out where it is shown.
  case mermaid
  /// The places of boxes and lines as JSON, for a program that draws them.
  case layout

  /// The format of a file name's extension, ignoring case; nil for other extensions.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let suffix = fileName[fileName.index(after: dot)...].lowercased()
    let names = ["gv": "dot", "mmd": "mermaid"]
    self.init(rawValue: names[suffix] ?? suffix)
  }

  /// Its name in sentences.
  var title: SafeText { self == .mermaid ? "Mermaid" : "\(rawValue.uppercased())" }

  /// Graphviz's name for it. PNG includes the renderer, because there may be several.
  var rendererName: String { self == .png ? "png:cairo" : rawValue }
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
