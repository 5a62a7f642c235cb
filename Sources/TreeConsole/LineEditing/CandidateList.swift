import TextIO
import TreeSnapshot

/// Lays candidates out in columns, down before across, as `ls` does.
enum CandidateList {
  /// More than these are counted, not shown.
  static let limit = 100

  static func lines(_ candidates: [Completion.Candidate], columns: Int) -> [String] {
    let names = candidates.prefix(limit).map { SafeText.escape($0.display) }
    let widths = names.map { width(of: $0) }
    let columnWidth = (widths.max() ?? 0) + 2
    let columnCount = max(1, (columns - 1) / columnWidth)
    let rowCount = (names.count + columnCount - 1) / columnCount
    var lines: [String] = []
    for row in 0..<rowCount {
      var line = ""
      for index in stride(from: row, to: names.count, by: rowCount) {
        line += names[index]
        guard index + rowCount < names.count else { continue }
        line += String(repeating: " ", count: columnWidth - widths[index])
      }
      lines.append(line)
    }
    if candidates.count > limit { lines.append("… \(candidates.count - limit) more") }
    return lines
  }

  private static func width(of text: String) -> Int {
    var position = ScreenPosition()
    position.advance(over: text.unicodeScalars, columns: .max)
    return position.column
  }
}
