import CGraphviz
import TextIO

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
    if format == .dot { return Array(dot.utf8) }
    return try context.withLock { (context) throws(GraphError) in
      let graphviz: GraphvizContext
      if let context { graphviz = context } else { graphviz = try GraphvizContext() }
      context = graphviz
      return try onLargeStack { () throws(GraphError) in
        try graphviz.draw(dot, as: format, resolution: resolution)
      }
    }
  }

  /// The process's only context, created with the first drawing: that takes 3 to 6 ms, and two
  /// contexts in use at the same time crash each other. This lock covers all of Graphviz.
  private static let context = Lock<GraphvizContext?>(nil)

  /// Graphviz traverses graphs recursively, and a pool's thread may have only 512 KB of stack.
  private static let stackSize = 16 << 20

  private static func onLargeStack(
    _ body: () throws(GraphError) -> [UInt8]
  ) throws(GraphError) -> [UInt8] {
    var result = Result<[UInt8], GraphError>.failure(.noResources)
    withoutActuallyEscaping(body) { body in
      let work = Work(body)
      // The thread is joined before this returns, so `work` outlives it.
      let status = cgraphviz_run_with_stack(
        stackSize,
        { argument in
          guard let argument else { return }
          Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().run()
        }, Unmanaged.passUnretained(work).toOpaque())
      if status == 0 { result = work.result }
      withExtendedLifetime(work) {}
    }
    return try result.get()
  }

  private final class Work {
    private let body: () throws(GraphError) -> [UInt8]
    private(set) var result = Result<[UInt8], GraphError>.failure(.noResources)

    init(_ body: @escaping () throws(GraphError) -> [UInt8]) {
      self.body = body
    }

    func run() {
      do throws(GraphError) {
        result = .success(try body())
      } catch {
        result = .failure(error)
      }
    }
  }
}
