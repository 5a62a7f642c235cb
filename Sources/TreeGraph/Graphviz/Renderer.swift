import CGraphviz
import TextIO

/// Draws DOT text that holds the places of nodes and edges in this process through Graphviz.
package enum Renderer {
  /// Draws a graph as PNG or PDF; SVG is drawn, too, as Graphviz does.
  ///
  /// Graphviz is not thread-safe, so one drawing is made at a time in the whole process, on a thread
  /// with a large stack. The calling thread waits, so call it from no actor that must stay
  /// responsive. Nothing is printed.
  ///
  /// - Parameters:
  ///   - dot: the graph. Graphviz lets DOT name image and font files, so it must be text that
  ///     `Diagram` wrote or that is trusted as much.
  ///   - format: what to draw.
  ///   - resolution: how many pixels an inch, or 72 points, of a PNG has.
  /// - Throws: `GraphError` if Graphviz refuses.
  /// - Complexity: 1 ms for a small tree (10 for the first), half a second for 1,000 boxes.
  package static func render(
    _ dot: String, as format: GraphFormat, resolution: Double = 96
  ) throws(GraphError) -> [UInt8] {
    if format == .dot { return Array(dot.utf8) }
    return try context.withLock { (context) throws(GraphError) in
      if context == nil { context = GraphvizContext() }
      guard let context else { throw .noResources }
      return try onLargeStack { () throws(GraphError) in
        try context.draw(dot, as: format, resolution: resolution)
      }
    }
  }

  /// One for the process and made with the first drawing: it takes 3 to 6 ms, and two of them at
  /// work at once crash each other. The mutex is the one lock around all of Graphviz.
  private static let context = Lock<GraphvizContext?>(nil)

  /// Graphviz walks graphs by recursion, and a thread of a pool may have as little as 512 KB.
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
