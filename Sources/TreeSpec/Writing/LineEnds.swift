import TextIO

/// How the lines of a file end: those that stay keep their bytes.
struct LineEnds {
  /// A mark of the byte order at the start.
  private let mark: String
  /// By line; empty for a last line without an end.
  private let ends: [String]
  /// That of lines that are new.
  private let usual: String

  /// What follows the last line where it does not end. (For the parser a carriage return there ends
  /// the line as well.)
  private static let open: Set<String> = ["", "\r"]

  init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? "\u{feff}" : ""
    var ends: [String] = []
    var previous: UInt8?
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        ends.append(previous == UInt8(ascii: "\r") ? "\r\n" : "\n")
      }
      previous = byte
    }
    let windows = ends.count { $0 == "\r\n" }
    usual = windows > 0 && windows * 2 >= ends.count ? "\r\n" : "\n"
    if let previous, previous != UInt8(ascii: "\n") {
      ends.append(previous == UInt8(ascii: "\r") ? "\r" : "")
    }
    self.ends = ends
  }

  /// The lines as a file: those that were there end as they did.
  func text(of lines: [String], changedBy difference: SequenceDifference) -> String {
    var text = mark
    var old = 0
    let isClosed = !Self.open.contains(ends.last ?? usual)
    for (place, line) in lines.enumerated() {
      var end = usual
      if !difference.inserted.contains(place) {
        while difference.removed.contains(old) { old += 1 }
        if old < ends.count { end = ends[old] }
        old += 1
      }
      let isLast = place == lines.count - 1
      if isLast, !isClosed { end = "" } else if Self.open.contains(end) { end = usual }
      text += line + end
    }
    return text
  }
}
