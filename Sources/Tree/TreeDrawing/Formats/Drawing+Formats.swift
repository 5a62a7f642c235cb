import TextIO

extension Drawing {
  /// Draws the diagram; an SVG has a title and a description in words.
  ///
  /// The calling thread waits while Graphviz draws a PNG or a PDF; see `Renderer`.
  ///
  /// - Parameter isDark: whether it is dark; an SVG that isn't follows the screen.
  /// - Throws: `GraphError` if it has more boxes than Graphviz or Mermaid can draw (SVG, DOT, and
  ///   layouts have no limit), or what `Renderer` throws.
  package func bytes(
    as format: GraphFormat, isDark: Bool = false
  ) throws(GraphError) -> [UInt8] {
    let limit = format == .mermaid ? MermaidWriter.boxLimit : Self.boxLimit
    if format == .mermaid || format == .png || format == .pdf, boxes.count > limit {
      throw GraphError(
        "\(boxes.count) boxes are too many for \(format.title) (the limit is \(limit)); write SVG, "
          + "fold with --boxes N or --depth N, or draw a part with a selector")
    }
    return switch format {
    case .dot: Array(DOTWriter.text(of: self, isDark: isDark).utf8)
    case .svg: SVGWriter.bytes(of: self, isDark: isDark)
    case .mermaid: Array(MermaidWriter.text(of: self).utf8)
    case .layout: LayoutWriter.bytes(of: self)
    case .png, .pdf:
      try Renderer.render(
        DOTWriter.text(of: self, isDark: isDark), as: format, resolution: resolution)
    }
  }

  /// The maximum number of boxes that Graphviz draws as PNG or PDF, which takes seconds.
  package static let boxLimit = 20_000

  /// Whether the text of a PNG is readable despite its limited resolution.
  package var isLegibleAsPNG: Bool { resolution >= 50 }
}
