package import TextIO

/// A line at the moment when Tab is pressed.
package struct CompletionRequest: Equatable, Sendable {
  /// The whole line.
  package var line: String
  /// The cursor's place as an offset into the line's UTF-8.
  package var cursor: Int

  package init(line: String, cursor: Int) {
    self.line = line
    self.cursor = cursor
  }
}

/// The texts that may be put before the cursor.
package struct Completion: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// What is put into the line.
    package var text: String
    /// What is shown in the list.
    package var display: SafeText

    package init(text: String, display: SafeText? = nil) {
      self.text = text
      self.display = display ?? SafeText(text)
    }
  }

  /// What the candidates replace, as offsets into the line's UTF-8; it ends at the cursor.
  package var replacing: Range<Int>
  /// The possibilities, in the order in which they are listed.
  package var candidates: [Candidate]
  /// What follows when one candidate is left, such as a space.
  package var suffix: String

  package init(replacing: Range<Int>, candidates: [Candidate], suffix: String = " ") {
    self.replacing = replacing
    self.candidates = candidates
    self.suffix = suffix
  }

  /// Nothing fits.
  package static let none = Completion(replacing: 0..<0, candidates: [])
}

extension Completion {
  /// What to do with a line whose part before the cursor is given.
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
      // A name that holds control characters is never put into the line, only shown.
      guard common == candidates[0].text else { return .list }
      return .replace(scalars: typed.unicodeScalars.count, with: common + suffix)
    }
    guard common.unicodeScalars.count > typed.unicodeScalars.count else { return .list }
    return .replace(scalars: typed.unicodeScalars.count, with: common)
  }

  /// The text between the start of `replacing` and the cursor, moved to a whole scalar.
  private func typedPart(of beforeCursor: String) -> Substring {
    let bytes = beforeCursor.utf8
    let offset = min(max(replacing.lowerBound, 0), bytes.count)
    let start = bytes.index(bytes.startIndex, offsetBy: offset)
    return beforeCursor[Self.roundedDown(start, in: beforeCursor)...]
  }

  /// The longest text that all begin with; never ends within a character.
  static func commonPrefix(of texts: [String]) -> String {
    guard var common = texts.first.map({ Substring($0) }) else { return "" }
    for text in texts.dropFirst() {
      let shared = zip(common, text).prefix { $0.utf8.elementsEqual($1.utf8) }.count
      common = common.prefix(shared)
    }
    return String(common)
  }

  private static func plainPrefix(of text: String) -> String {
    var plain = String.UnicodeScalarView()
    plain.append(contentsOf: text.unicodeScalars.prefix { SafeText.isPlain($0) })
    return String(plain)
  }
}

extension Completion {
  private static func roundedDown(_ index: String.Index, in text: String) -> String.Index {
    var index = index
    while index > text.startIndex, String.Index(index, within: text.unicodeScalars) == nil {
      index = text.utf8.index(before: index)
    }
    return index
  }
}

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
