import CEditLine
import TextIO

extension LineEditor {
  var screenSize: (columns: Int, rows: Int) { ScreenSize.of(output) }

  /// The places of the prompt and the line on the screen.
  private var places: (cursor: ScreenPosition, end: ScreenPosition) {
    let line = EditedLine(handle, of: library)
    let size = screenSize
    var cursor = ScreenPosition()
    cursor.advance(over: prompt, columns: size.columns)
    cursor.advance(over: line.scalars[..<line.cursor], columns: size.columns)
    var end = cursor
    end.advance(over: line.scalars[line.cursor...], columns: size.columns)
    // libedit scrolls a line that is taller than the screen.
    cursor.row = min(cursor.row, size.rows - 1)
    end.row = min(end.row, size.rows - 1)
    return (cursor, end)
  }

  /// Shows text above the prompt, and redraws the prompt and the line below it.
  func showAbove(_ text: [UInt8]) {
    guard let last = text.last else { return }
    eraseLine()
    write(text)
    if last != UInt8(ascii: "\n") { write("\n".utf8) }
    ceditline_redraw(library, handle)
  }

  /// Adopts the screen's new size.
  func resize() {
    eraseLine()
    library.el_resize(handle)
    ceditline_redraw(library, handle)
  }

  /// Moves the cursor to the first free row below the line, optionally with a mark after the line.
  func moveBelowLine(mark: String = "") {
    let (cursor, end) = places
    var motion = ""
    if understandsMotion {
      if end.row > cursor.row { motion += "\u{1b}[\(end.row - cursor.row)B" }
      motion += "\r"
      if end.column > 0 { motion += "\u{1b}[\(end.column)C" }
    }
    write("\(motion)\(mark)\n".utf8)
  }

  /// Replaces the `^C` that the terminal may have shown, so that the next text has a row of its own.
  package func showInterruption() {
    appOutput?.drain()
    write((understandsMotion ? "\r\u{1b}[K^C\n" : "\n").utf8)
  }

  private func eraseLine() {
    guard understandsMotion else { return write("\n".utf8) }
    let row = places.cursor.row
    write("\r\(row > 0 ? "\u{1b}[\(row)A" : "")\u{1b}[J".utf8)
  }

  private var understandsMotion: Bool {
    !["", "dumb"].contains(Environment["TERM", default: ""])
  }

  /// Writes without libedit, whose own buffer is empty while it waits or runs a command.
  func write(_ bytes: some Sequence<UInt8>) { Descriptor.writeAll(bytes, to: output) }
}

/// The place of the cursor, relative to the first cell of the prompt.
///
/// libedit doesn't report the cursor's row, so its drawing is simulated here: text above the prompt
/// must never be erased, and no part of the prompt may remain.
struct ScreenPosition: Equatable {
  var row = 0
  var column = 0

  /// Advances over scalars as libedit draws them on a screen of `columns`.
  mutating func advance(over scalars: some Sequence<Unicode.Scalar>, columns: Int) {
    for scalar in scalars {
      switch scalar {
      case "\n":
        startRow()
      case "\t":
        repeat { put(width: 1, columns: columns) } while column % 8 != 0
      default:
        let character = wchar_t(truncatingIfNeeded: scalar.value)
        let width = Int(ceditline_drawn_width(character))
        if width > 2 {
          // Drawn as an escape, whose characters wrap individually.
          for _ in 0..<width { put(width: 1, columns: columns) }
        } else {
          put(width: max(width, 0), columns: columns)
        }
      }
    }
  }

  private mutating func put(width: Int, columns: Int) {
    // A wide character that doesn't fit goes to the next row.
    if column + width > columns { startRow() }
    column += width
    // libedit wraps as soon as a row is full, and makes the terminal do the same.
    if column >= columns { startRow() }
  }

  private mutating func startRow() {
    row += 1
    column = 0
  }
}

/// The size of a terminal.
package enum ScreenSize {
  /// The size of a descriptor's terminal; 80 columns and 24 rows if unknown.
  package static func of(_ descriptor: Int32) -> (columns: Int, rows: Int) {
    var columns: Int32 = 80
    var rows: Int32 = 24
    _ = ceditline_window_size(descriptor, &columns, &rows)
    return (Int(columns), Int(rows))
  }
}

/// Text in libedit's form: one `wchar_t` per scalar.
enum WideText {
  /// The scalars of the text, terminated by a zero.
  static func terminated(_ scalars: some Sequence<Unicode.Scalar>) -> [wchar_t] {
    scalars.map { wchar_t(truncatingIfNeeded: $0.value) } + [0]
  }

  /// The text of the characters; invalid ones become U+FFFD.
  static func text(_ characters: some Sequence<wchar_t>) -> String {
    let scalars = characters.map {
      Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) ?? "\u{fffd}"
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// The line being edited and the cursor, copied from libedit.
struct EditedLine {
  var scalars: [Unicode.Scalar]
  /// The number of scalars before the cursor.
  var cursor: Int

  init(_ line: OpaquePointer, of library: ceditline_library) {
    // The next call moves the buffer, so no pointer into it may be kept.
    scalars = []
    cursor = 0
    guard let info = library.el_wline(line)?.pointee, let start = info.buffer,
      let end = info.lastchar, let place = info.cursor, start < end
    else { return }
    scalars = Array(
      WideText.text(UnsafeBufferPointer(start: start, count: end - start))
        .unicodeScalars)
    cursor = min(max(place - start, 0), scalars.count)
  }

  var beforeCursor: String { String(String.UnicodeScalarView(scalars[..<cursor])) }
}
