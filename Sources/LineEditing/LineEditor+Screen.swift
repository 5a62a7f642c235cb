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
    if last != UInt8(ascii: "\n") { write([UInt8(ascii: "\n")]) }
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
    write(Array("\(motion)\(mark)\n".utf8))
  }

  private func eraseLine() {
    guard understandsMotion else { return write([UInt8(ascii: "\n")]) }
    let row = places.cursor.row
    write(Array("\r\(row > 0 ? "\u{1b}[\(row)A" : "")\u{1b}[J".utf8))
  }

  private var understandsMotion: Bool {
    !["", "dumb"].contains(Environment["TERM", default: ""])
  }

}

extension LineReader {
  /// Writes without libedit, whose own buffer is empty while it waits or runs a command.
  func write(_ bytes: [UInt8]) {
    var sink = FileSink(descriptor: output)
    if addsCarriageReturns {
      sink.write(bytes)
    } else {
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .enumerated()
      {
        if line.offset > 0 { sink.write("\r\n" as StaticString) }
        sink.write(Array(line.element))
      }
    }
    sink.flush()
  }

  /// Whether the terminal adds a carriage return to a line feed.
  private var addsCarriageReturns: Bool {
    var modes = termios()
    guard tcgetattr(output, &modes) == 0 else { return true }
    let needed = tcflag_t(OPOST | ONLCR)
    return modes.c_oflag & needed == needed
  }
}
