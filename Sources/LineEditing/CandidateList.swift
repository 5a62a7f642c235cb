import TextIO

/// Lays candidates out in columns, down before across, as `ls` does.
enum CandidateList {
  /// More than these are counted, not shown.
  static let limit = 100

  static func lines(_ candidates: [Completion.Candidate], columns: Int) -> [SafeText] {
    let names = candidates.prefix(limit).map(\.display)
    let widths = names.map(\.columns)
    let columnWidth = (widths.max() ?? 0) + 2
    let columnCount = max(1, (columns - 1) / columnWidth)
    let rowCount = (names.count + columnCount - 1) / columnCount
    var lines: [SafeText] = []
    for row in 0..<rowCount {
      var line = SafeText()
      for index in stride(from: row, to: names.count, by: rowCount) {
        line += names[index]
        guard index + rowCount < names.count else { continue }
        line += SafeText(repeating: " ", count: columnWidth - widths[index])
      }
      lines.append(line)
    }
    if candidates.count > limit { lines.append("… \(candidates.count - limit) more") }
    return lines
  }
}
