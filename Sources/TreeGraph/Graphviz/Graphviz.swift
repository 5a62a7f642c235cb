import CGraphviz
import TextIO

/// Graphviz's context with its plugins. The caller holds the renderer's lock.
final class GraphvizContext {
  let handle: OpaquePointer

  /// Loads the list of plugins; nil if memory runs out.
  init?() {
    GraphvizMessages.collect()
    guard let handle = gvContext() else { return nil }
    self.handle = handle
  }

  deinit { gvFreeContext(handle) }

  func draw(
    _ dot: String, as format: GraphFormat, resolution: Double
  ) throws(GraphError) -> [UInt8] {
    GraphvizMessages.clear()
    let graph = try GraphvizGraph(dot, in: self)
    if format == .png { graph.setResolution(resolution) }
    guard graph.layOut() else { throw failure(format) }
    let bytes = graph.bytes(rendererName: format.rendererName)
    // `dot` exits with an error under the same condition: a label that is no HTML, for one, is
    // drawn as something else while every call reports success.
    guard let bytes, !bytes.isEmpty, agerrors() == 0 else { throw failure(format) }
    return bytes
  }

  private func failure(_ format: GraphFormat) -> GraphError {
    let message = GraphvizMessages.text
    let signs = ["not recognized", "no layout engine", "dot -c"]
    return signs.contains { message.contains($0) }
      ? GraphError(
        "Graphviz has no plugin for \(format.rawValue) here: \(message); "
          + "install Graphviz with its plugins, or write DOT with --format dot")
      : GraphError("Graphviz could not draw the \(format.rawValue): \(message)")
  }
}

/// One graph as Graphviz holds it; its layout and its memory are freed with it, in that order.
final class GraphvizGraph {
  private let context: GraphvizContext
  let graph: UnsafeMutablePointer<Agraph_t>

  /// Reads DOT text.
  ///
  /// - Throws: `GraphError` if it isn't a graph.
  init(_ dot: String, in context: GraphvizContext) throws(GraphError) {
    guard let graph = Self.read(dot) else {
      let message = GraphvizMessages.text
      Self.mendReader()
      throw GraphError("Graphviz cannot read the DOT text: \(message)")
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

  /// Draws the graph, which has been laid out; nil if that failed.
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

/// The messages of Graphviz, collected instead of printed.
enum GraphvizMessages {
  /// Global because the callback has no argument of its own. A mutex and not the renderer's lock
  /// guards it, because a plugin might speak on a thread of its own.
  private static let fragments = Lock<String>("")

  /// Sends everything that Graphviz would write to standard error here.
  static func collect() {
    cgraphviz_collect_messages { fragment in
      if let fragment { GraphvizMessages.append(String(cString: fragment)) }
      return 0
    }
  }

  static func clear() {
    agreseterrors()
    fragments.withLock { $0 = "" }
  }

  /// The messages as one line; they arrive in fragments: `Error`, `: `, the text with its newline.
  static var text: String {
    let lines = fragments.withLock { $0 }.split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "it gives no reason" : lines.joined(separator: "; ")
  }

  private static func append(_ fragment: String) {
    fragments.withLock { text in
      // A hostile graph could make it complain of every line.
      if text.utf8.count < 4_096 { text += fragment }
    }
  }
}
