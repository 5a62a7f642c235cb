import CGraphviz

/// One graph as Graphviz holds it; its layout and its memory are freed with it, in that order.
final class GraphvizGraph {
  private let context: GraphvizContext
  let graph: UnsafeMutablePointer<Agraph_t>

  /// Reads DOT text.
  ///
  /// - Throws: `GraphError.unreadable` where it is no graph.
  init(_ dot: String, in context: GraphvizContext) throws(GraphError) {
    guard let graph = dot.withCString({ cgraphviz_read($0) }) else {
      let message = GraphvizMessages.text
      Self.mendReader()
      throw .unreadable(message: message)
    }
    cgraphviz_forbid_ortho(graph)
    self.context = context
    self.graph = graph
  }

  deinit {
    // Good for a layout that failed or was never made, too: it then frees what there is.
    gvFreeLayout(context.handle, graph)
    agclose(graph)
  }

  /// Brings the reader back from the middle of a text.
  ///
  /// In Graphviz 2.42 it is one for the process, and after a text that ended within a comment, a
  /// string or a label of HTML it takes all that follows, in other graphs too, for more of the same.
  private static func mendReader() {
    for end in ["", "*/", "\"", String(repeating: ">", count: 10_000), ""] {
      if let graph = "\(end) digraph {}".withCString({ cgraphviz_read($0) }) {
        agclose(graph)
        return
      }
    }
  }

  var nodeCount: Int { Int(agnnodes(graph)) }

  /// Places the nodes and the edges; false where that failed.
  func layOut() -> Bool {
    guard gvLayout(context.handle, graph, "dot") == 0 else { return false }
    routeEdges()
    return true
  }

  /// Chooses how fine the pixels are: 144 an inch, for screens that show two for one, and fewer for
  /// a large tree. Cairo takes no side above 32,767 pixels, and would say so on standard error.
  func chooseResolution() {
    let width = max(cgraphviz_width(graph), 1) / 72 + Self.margin
    let height = max(cgraphviz_height(graph), 1) / 72 + Self.margin
    let fitting = min(
      Self.longestSide / max(width, height), (Self.mostPixels / (width * height)).squareRoot())
    cgraphviz_set_resolution(graph, min(144, fitting))
  }

  /// Draws the graph, which has been laid out; nil where that failed.
  func bytes(rendererName: String) -> [UInt8]? {
    var start: UnsafeMutablePointer<CChar>?
    var count = 0
    let status = cgraphviz_render(context.handle, graph, rendererName, &start, &count)
    // A failure may leave a buffer behind.
    defer { if let start { gvFreeRenderData(start) } }
    guard status == 0, let start else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// What `pad` and Graphviz's own margins add to the drawing, in inches, generously.
  private static let margin = 2.0
  private static let longestSide = 32_000.0
  /// Four bytes each while it is drawn: 256 MB.
  private static let mostPixels = 64_000_000.0
}
