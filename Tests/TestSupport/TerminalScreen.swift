/// The contents of a terminal: the part of an xterm that line editing uses.
///
/// Bytes alone don't show what the user sees, so tests compare rows.
package struct TerminalScreen {
  package let columns: Int
  package let rows: Int
  package private(set) var row = 0
  package private(set) var column = 0
  package private(set) var bellCount = 0
  /// How many shift-outs came: the session's mark that the editor is about to read a line.
  package var markCount = 0
  /// Sequences that the emulator doesn't know; a test must not pass by chance.
  package private(set) var unknown: [String] = []
  /// An empty string is the right half of a wide character.
  private var cells: [[String]]
  private var wrapsNext = false
  private var insertsCharacters = false
  private var scrolledOff: [String] = []

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows, those that scrolled off first, without spaces at their ends and without empty rows
  /// at the end.
  package var lines: [String] {
    var lines = scrolledOff + cells.map { Self.trimmed($0.joined()) }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The row of the cursor up to the cursor, spaces included.
  package var beforeCursor: String { cells[row][..<column].joined() }

  /// Shows the bytes; gives back the start of a sequence whose end is not there yet.
  package mutating func show(_ bytes: [UInt8]) -> [UInt8] {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.first {
      if scalar == "\u{1b}" {
        guard let length = escapeLength(scalars) else { break }
        escape(String(String.UnicodeScalarView(scalars.prefix(length).dropFirst())))
        scalars.removeFirst(length)
      } else if scalar == "\u{fffd}" {
        break
      } else {
        put(scalar)
        scalars.removeFirst()
      }
    }
    let rest = scalars.reduce(0) { $0 + ($1 == "\u{fffd}" ? 0 : UTF8.width($1)) }
    return scalars.isEmpty ? [] : rest == 0 ? Self.brokenTail(bytes) : Array(bytes.suffix(rest))
  }

  private static func brokenTail(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[(bytes.lastIndex { $0 >= 0xc0 } ?? bytes.endIndex)...])
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": move(toColumn: 0)
    case "\n": lineFeed()
    case "\u{8}": move(toColumn: column - 1)
    case "\u{7}": bellCount += 1
    case "\u{e}": markCount += 1
    case "\t": move(toColumn: (column / 8 + 1) * 8)
    default:
      let width = scalar.value >= 0x1100 ? 2 : 1
      if wrapsNext || column + width > columns {
        move(toColumn: 0)
        lineFeed()
      }
      if insertsCharacters { insertCells(width) }
      cells[row][column] = String(Character(scalar))
      if width == 2 { cells[row][column + 1] = "" }
      wrapsNext = column + width >= columns
      column = min(column + width, columns - 1)
    }
  }

  private mutating func lineFeed() {
    wrapsNext = false
    if row < rows - 1 {
      row += 1
    } else {
      scrolledOff.append(Self.trimmed(cells.removeFirst().joined()))
      cells.append(Array(repeating: " ", count: columns))
    }
  }

  private mutating func move(toColumn target: Int) {
    wrapsNext = false
    column = min(max(target, 0), columns - 1)
  }

  private func escapeLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    guard scalars.count > 1 else { return nil }
    guard scalars[scalars.startIndex + 1] == "[" else { return 2 }
    let end = scalars.dropFirst(2).firstIndex { ("@"..."~").contains($0) }
    return end.map { $0 - scalars.startIndex + 1 }
  }

  private mutating func escape(_ sequence: String) {
    let digits = sequence.dropFirst().dropLast()
    let count = Int(digits) ?? 1
    let blank = Array(repeating: " ", count: columns)
    switch (sequence.first, sequence.last) {
    case ("[", "A"): (row, wrapsNext) = (max(row - count, 0), false)
    case ("[", "B"): (row, wrapsNext) = (min(row + count, rows - 1), false)
    case ("[", "C"): move(toColumn: column + count)
    case ("[", "D"): move(toColumn: column - count)
    case ("[", "G"): move(toColumn: count - 1)
    case ("[", "K") where digits.isEmpty:
      cells[row].replaceSubrange(column..., with: blank[column...])
    case ("[", "J") where digits.isEmpty:
      cells[row].replaceSubrange(column..., with: blank[column...])
      for index in cells.indices.dropFirst(row + 1) { cells[index] = blank }
    case ("[", "@"): insertCells(count)
    case ("[", "P"):
      cells[row].removeSubrange(column..<min(column + count, columns))
      cells[row] += blank.prefix(columns - cells[row].count)
    case ("[", "h") where digits == "4": insertsCharacters = true
    case ("[", "l") where digits == "4": insertsCharacters = false
    // Marks around a paste are asked for and no longer wanted.
    case ("[", "h") where digits == "?2004", ("[", "l") where digits == "?2004": break
    case ("[", "m"): break
    default: unknown.append(sequence)
    }
  }

  private mutating func insertCells(_ count: Int) {
    cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
    cells[row].removeLast(count)
  }

  private static func trimmed(_ line: String) -> String {
    var line = Substring(line)
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
