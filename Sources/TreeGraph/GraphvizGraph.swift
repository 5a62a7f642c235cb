import CGraphviz

/// One graph as Graphviz holds it; its layout and its memory are freed with it, in that order.
final class GraphvizGraph {
  private let context: GraphvizContext
  let graph: UnsafeMutablePointer<Agraph_t>

  /// Reads DOT text.
  ///
  /// - Throws: `GraphError.unreadable` where it is no graph.
  init(_ dot: String, in context: GraphvizContext) throws(GraphError) {
    guard let graph = Self.read(dot) else {
      let message = GraphvizMessages.text
      Self.mendReader()
      throw .unreadable(message: message)
    }
    self.context = context
    self.graph = graph
  }

  deinit {
    // Good for a layout that failed or was never made, too: it then frees what there is.
    gvFreeLayout(context.handle, graph)
    agclose(graph)
  }

  /// Reads a text whose first line is line 1 in messages: in Graphviz 2.42 the reader counts lines
  /// over the life of the process, and a line that begins with `#` sets its count.
  private static func read(_ dot: String) -> UnsafeMutablePointer<Agraph_t>? {
    agmemread("\n# 1\n\(dot)")
  }

  /// Brings the reader back from the middle of a text.
  ///
  /// In Graphviz 2.42 it is one for the process, and after a text that ended within a comment, a
  /// string or a label of HTML it takes all that follows, in other graphs too, for more of the same.
  private static func mendReader() {
    for end in ["", "*/", "\"", String(repeating: ">", count: 10_000), ""] {
      if let graph = Self.read("\(end) digraph {}") {
        agclose(graph)
        return
      }
    }
  }

  /// Takes the places of nodes and edges from the text; false where it lacks some.
  func layOut() -> Bool { gvLayout(context.handle, graph, "nop2") == 0 }

  /// Says how many pixels an inch has; before the graph is laid out.
  func setResolution(_ resolution: Double) {
    cgraphviz_set_attribute(graph, "dpi", "\(resolution)")
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
}
