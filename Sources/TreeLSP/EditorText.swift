/// A place in a text: a line, and UTF-16 code units in it, both from 0.
package struct EditorPosition: Hashable, Sendable {
  package var line: Int
  package var character: Int
}

/// A part of a text.
package struct EditorRange: Hashable, Sendable {
  package var start: EditorPosition
  package var end: EditorPosition

  /// Creates a range.
  package init(_ start: EditorPosition, _ end: EditorPosition) {
    self.start = start
    self.end = end
  }
}

/// The text of an open file, by lines. Lines end in a newline, or a carriage return before it.
package struct EditorText: Sendable {
  /// The text as UTF-8.
  package private(set) var bytes: [UInt8]
  /// The offset of each line.
  private var starts: [Int] = []

  /// Takes a text. Costs a pass over it.
  package init(_ text: String) {
    bytes = Array(text.utf8)
    findLines()
  }

  private mutating func findLines() {
    starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
  }

  /// The number of lines; the text after the last newline is one, even if it is empty.
  package var lineCount: Int { starts.count }

  /// The bytes of a line, without its end; empty beyond the last.
  package func line(_ number: Int) -> ArraySlice<UInt8> {
    guard starts.indices.contains(number) else { return [] }
    let end = number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count
    let line = bytes[starts[number]..<end]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The position of a byte of a line.
  ///
  /// - Parameter byte: the number of bytes before it; beyond the line's end, its end.
  package func position(line: Int, byte: Int) -> EditorPosition {
    let before = self.line(line).prefix(max(0, byte))
    return EditorPosition(
      line: line, character: String(decoding: before, as: UTF8.self).utf16.count)
  }

  /// The number of bytes before a position in its line; within the line, whatever the position says.
  package func byte(at position: EditorPosition) -> Int {
    var units = 0
    var count = 0
    for scalar in String(decoding: line(position.line), as: UTF8.self).unicodeScalars {
      if units >= position.character { break }
      units += UTF16.width(scalar)
      count += UTF8.width(scalar)
    }
    return count
  }

  /// The range of part of a line, in bytes.
  package func range(line: Int, _ bytes: Range<Int>) -> EditorRange {
    EditorRange(
      position(line: line, byte: bytes.lowerBound), position(line: line, byte: bytes.upperBound))
  }

  /// The range of a line without its indentation; at least one character if there is any.
  package func range(ofLine line: Int) -> EditorRange {
    let all = self.line(line)
    let indent = all.prefix { $0 == UInt8(ascii: " ") }.count
    return range(line: line, (indent == all.count ? 0 : indent)..<all.count)
  }

  /// The position behind everything.
  package var end: EditorPosition {
    position(line: lineCount - 1, byte: line(lineCount - 1).count)
  }

  /// Replaces a part, or all of it without a range. Costs a pass over the text.
  package mutating func replace(_ range: EditorRange?, by text: String) {
    guard let range else {
      self = EditorText(text)
      return
    }
    let start = offset(of: range.start)
    bytes.replaceSubrange(start..<max(start, offset(of: range.end)), with: Array(text.utf8))
    findLines()
  }

  private func offset(of position: EditorPosition) -> Int {
    guard position.line < starts.count else { return bytes.count }
    return starts[position.line] + byte(at: position)
  }
}

extension EditorText {
  /// The smallest edit of whole lines that makes another text; nil if it is the same.
  package func edit(to text: String) -> EditorEdit? {
    let new = EditorText(text)
    func whole(_ text: EditorText) -> [ArraySlice<UInt8>] {
      zip(text.starts, text.starts.dropFirst() + [text.bytes.count]).map { text.bytes[$0..<$1] }
    }
    let (old, wanted) = (whole(self), whole(new))
    let head = zip(old, wanted).prefix { $0 == $1 }.count
    if head == old.count, head == wanted.count { return nil }
    let rest = min(old.count, wanted.count) - head
    let tail = zip(old.reversed(), wanted.reversed()).prefix(rest).prefix { $0 == $1 }.count
    func start(ofLine line: Int) -> EditorPosition {
      line < old.count ? EditorPosition(line: line, character: 0) : end
    }
    return EditorEdit(
      range: EditorRange(start(ofLine: head), start(ofLine: old.count - tail)),
      text: String(
        decoding: wanted[head..<(wanted.count - tail)].joined(), as: UTF8.self))
  }
}

/// A change of a text.
package struct EditorEdit: Hashable, Sendable {
  package var range: EditorRange
  package var text: String

  /// Creates an edit.
  package init(range: EditorRange, text: String) {
    self.range = range
    self.text = text
  }
}
