package import TextIO
package import TreeSnapshot

extension LeakedModel {
  /// What may retain the model: a line for its handlers, and one for its work.
  package var causes: [SafeText] {
    var causes: [SafeText] = []
    if !handlers.isEmpty { causes.append("registered handlers at \(Self.list(handlers))") }
    if !work.isEmpty { causes.append("started work that still runs at \(Self.list(work))") }
    return causes
  }

  /// The maximum number of source lines to list.
  private static let lineLimit = 8

  private static func list(_ lines: [String]) -> SafeText {
    let shown = SafeText(lines.prefix(lineLimit).joined(separator: ", "))
    let hidden = lines.count - lineLimit
    return hidden > 0 ? "\(shown), and \(hidden) more" : shown
  }
}
