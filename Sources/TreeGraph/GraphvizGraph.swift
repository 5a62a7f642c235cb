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
    cgraphviz_forbid_ortho(graph)
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

  var nodeCount: Int { Int(agnnodes(graph)) }

  /// Places the nodes and the edges; false where that failed.
  ///
  /// `dot` lays the graph out, its result is written into the graph's attributes, where the edges of a
  /// tree get new courses, and `nop2` takes all places from there.
  func layOut(for format: GraphFormat) -> Bool {
    guard gvLayout(context.handle, graph, "dot") == 0 else { return false }
    attach_attrs(graph)
    routeEdges()
    if format == .png { chooseResolution() }
    gvFreeLayout(context.handle, graph)
    return gvLayout(context.handle, graph, "nop2") == 0
  }

  /// Chooses how fine the pixels are: 144 an inch, for screens that show two for one, and fewer for
  /// a large tree. Cairo takes no side above 32,767 pixels, and would say so on standard error.
  private func chooseResolution() {
    // The corners at the lower left and the upper right, in points.
    let corners = Self.attribute("bb", of: graph).split(separator: ",").compactMap { Double($0) }
    guard corners.count == 4 else { return }
    let width = max(corners[2] - corners[0], 1) / 72 + Self.margin
    let height = max(corners[3] - corners[1], 1) / 72 + Self.margin
    let fitting = min(
      Self.longestSide / max(width, height), (Self.mostPixels / (width * height)).squareRoot())
    Self.setAttribute("dpi", of: graph, to: "\(min(144, fitting))")
  }

  /// An attribute of a graph, a node or an edge; empty where it has none.
  static func attribute(_ name: String, of object: UnsafeMutableRawPointer) -> String {
    cgraphviz_attribute(object, name).map { String(cString: $0) } ?? ""
  }

  static func setAttribute(_ name: String, of object: UnsafeMutableRawPointer, to value: String) {
    cgraphviz_set_attribute(object, name, value)
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
