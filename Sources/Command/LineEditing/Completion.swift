package import TextIO

/// The completions at the cursor.
package struct Completion: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// The text to insert.
    package var text: String
    /// The text in the list.
    package var display: SafeText

    package init(text: String, display: SafeText? = nil) {
      self.text = text
      self.display = display ?? SafeText(text)
    }
  }

  /// The range to replace in the line's UTF-8; it ends at the cursor.
  package var replacing: Range<Int>
  /// The candidates, in the order of the list.
  package var candidates: [Candidate]
  /// The text after a single candidate, such as a space.
  package var suffix: String

  package init(replacing: Range<Int>, candidates: [Candidate], suffix: String = " ") {
    self.replacing = replacing
    self.candidates = candidates
    self.suffix = suffix
  }

  /// No completions.
  package static let none = Completion(replacing: 0..<0, candidates: [])
}

extension Completion {
  /// What to do with a line, given its part before the cursor.
  enum Action: Equatable {
    /// Delete a number of scalars before the cursor, then insert the text.
    case replace(scalars: Int, with: String)
    /// Show the candidates.
    case list
    case nothing
  }

  func action(before cursor: String) -> Action {
    guard !candidates.isEmpty else { return .nothing }
    let typed = typedPart(of: cursor)
    let common = Self.plainPrefix(of: Self.commonPrefix(of: candidates.map(\.text)))
    if candidates.count == 1 {
      // A name with control characters is shown but never inserted.
      guard common == candidates[0].text else { return .list }
      return .replace(scalars: typed.unicodeScalars.count, with: common + suffix)
    }
    guard common.unicodeScalars.count > typed.unicodeScalars.count else { return .list }
    return .replace(scalars: typed.unicodeScalars.count, with: common)
  }

  /// The text between the start of `replacing` and the cursor, aligned to scalars.
  private func typedPart(of beforeCursor: String) -> Substring {
    let bytes = beforeCursor.utf8
    let offset = min(max(replacing.lowerBound, 0), bytes.count)
    // An index within a scalar is rounded down.
    return beforeCursor[bytes.index(bytes.startIndex, offsetBy: offset)...]
  }

  /// The longest common prefix; it never ends within a character.
  static func commonPrefix(of texts: [String]) -> String {
    guard var common = texts.first.map({ Substring($0) }) else { return "" }
    for text in texts.dropFirst() {
      let shared = zip(common, text).prefix { $0.utf8.elementsEqual($1.utf8) }.count
      common = common.prefix(shared)
    }
    return String(common)
  }

  private static func plainPrefix(of text: String) -> String {
    String(text.unicodeScalars.prefix { SafeText.isPlain($0) })
  }
}

/// Arranges candidates in columns, down before across, like `ls`.
enum CandidateList {
  /// Further candidates are only counted.
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
