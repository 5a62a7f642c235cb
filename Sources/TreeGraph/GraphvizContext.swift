import CGraphviz

/// Graphviz's context with its plugins. The caller holds the renderer's lock.
final class GraphvizContext {
  let handle: OpaquePointer

  /// Loads the list of plugins; nil where there is no memory for it.
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
    let noPlugin = signs.contains { message.contains($0) }
    return noPlugin
      ? .missingPlugin(format: format, message: message)
      : .failed(format: format, message: message)
  }
}
