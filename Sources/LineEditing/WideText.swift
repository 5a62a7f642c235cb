import CEditLine

/// Text in libedit's form: one `wchar_t` per scalar.
enum WideText {
  /// The scalars of the text, terminated by a zero.
  static func terminated(_ scalars: some Sequence<Unicode.Scalar>) -> [wchar_t] {
    scalars.map { wchar_t(truncatingIfNeeded: $0.value) } + [0]
  }

  /// The text of the characters; invalid ones become U+FFFD.
  static func text(_ characters: some Sequence<wchar_t>) -> String {
    var text = String.UnicodeScalarView()
    for character in characters {
      text.append(Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{fffd}")
    }
    return String(text)
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

  var text: String { Self.text(scalars[...]) }
  var beforeCursor: String { Self.text(scalars[..<cursor]) }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
