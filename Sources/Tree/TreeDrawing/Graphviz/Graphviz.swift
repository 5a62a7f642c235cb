import CGraphviz
import TextIO

/// Finds Graphviz, which isn't linked: the same program runs without it, and with any version.
enum GraphvizLibrary {
  /// The library's file, by version. On macOS, the loader doesn't look into Homebrew's and MacPorts'
  /// folders.
  static let names: [String] = {
    #if canImport(Darwin)
      ["", "/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"].flatMap { folder in
        ["libgvc.7.dylib", "libgvc.6.dylib", "libgvc.dylib"].map { folder + $0 }
      }
    #else
      ["libgvc.so.7", "libgvc.so.6", "libgvc.so"]
    #endif
  }()

  /// The functions of the first of these libraries that is there.
  ///
  /// - Throws: `GraphError` if none is.
  static func open(_ names: [String] = names) throws(GraphError) -> cgraphviz_library {
    var functions = cgraphviz_library()
    guard names.contains(where: { cgraphviz_open($0, &functions) != 0 }) else { throw .noGraphviz }
    return functions
  }
}

/// Graphviz's context with its plugins. The caller must have the renderer's lock.
final class GraphvizContext {
  let library: cgraphviz_library
  let handle: OpaquePointer

  /// Loads the library and the list of its plugins.
  ///
  /// - Throws: `GraphError` if there is no Graphviz, or no memory.
  init() throws(GraphError) {
    library = try GraphvizLibrary.open()
    GraphvizMessages.collect(from: library)
    guard let handle = library.gvContext() else { throw .noResources }
    self.handle = handle
  }

  deinit { _ = library.gvFreeContext(handle) }

  func draw(
    _ dot: String, as format: GraphFormat, resolution: Double
  ) throws(GraphError) -> [UInt8] {
    GraphvizMessages.clear(in: library)
    // Resets the line number in messages: in Graphviz 2.42, the parser counts lines over the life of
    // the process, and a line that begins with `#` sets the count.
    guard let graph = library.agmemread("\n# 1\n\(dot)") else {
      throw GraphError("Graphviz cannot read the DOT text: \(GraphvizMessages.text)")
    }
    defer {
      // This also handles a layout that failed: it frees what exists.
      _ = library.gvFreeLayout(handle, graph)
      _ = library.agclose(graph)
    }
    if format == .png {
      _ = library.agsafeset(UnsafeMutableRawPointer(graph), "dpi", "\(resolution)", "")
    }
    // Applies the places in the text; it fails if any is missing.
    guard library.gvLayout(handle, graph, "nop2") == 0 else { throw failure(format) }
    var start: UnsafeMutablePointer<CChar>?
    var count = 0
    let status = library.gvRenderData(handle, graph, format.rendererName, &start, &count)
    // A failure may leave a buffer.
    defer { if let start { library.gvFreeRenderData(start) } }
    // `dot` exits with an error under the same condition: an invalid HTML label, for example, is
    // drawn as something else while every call reports success.
    guard status == 0, let start, count > 0, library.agerrors() == 0 else { throw failure(format) }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func failure(_ format: GraphFormat) -> GraphError {
    GraphError(
      "Graphviz could not draw the \(format.rawValue): \(GraphvizMessages.text); write SVG instead")
  }
}

/// Graphviz's messages, collected instead of printed.
enum GraphvizMessages {
  /// Global because the callback has no context argument. It has its own mutex, because a plugin
  /// may report from another thread.
  private static let fragments = Lock<String>("")

  /// Redirects Graphviz's messages from standard error.
  static func collect(from library: cgraphviz_library) {
    _ = library.agseterrf { fragment in
      guard let fragment else { return 0 }
      GraphvizMessages.fragments.withLock { text in
        // A malicious graph could cause a message for every line.
        if text.utf8.count < 4_096 { text += String(cString: fragment) }
      }
      return 0
    }
  }

  static func clear(in library: cgraphviz_library) {
    _ = library.agreseterrors()
    fragments.withLock { $0 = "" }
  }

  /// The messages as one line; they arrive in fragments: `Error`, `: `, the text with its newline.
  static var text: String {
    let lines = fragments.withLock { $0 }.split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "it gives no reason" : lines.joined(separator: "; ")
  }
}
