extension TextRow {
  /// The row as lines no wider than a limit, where its words allow that.
  func lines(width limit: Double, size: Double) -> [TextRow] {
    var lines = [TextRow()]
    var width = 0.0
    for piece in pieces {
      for word in Self.words(of: piece) {
        let own = TextWidth.of(word.text, size: size, isBold: word.isBold)
        if width > 0, width + own > limit {
          lines.append(TextRow())
          width = 0
        }
        lines[lines.count - 1].pieces.append(word)
        width += own
      }
    }
    return lines.map(\.joined)
  }

  /// Words with the spaces behind them.
  private static func words(of piece: Piece) -> [Piece] {
    var words: [Piece] = []
    var rest = piece.text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: " ").map {
        rest[$0...].firstIndex { $0 != " " } ?? rest.endIndex
      }
      words.append(
        Piece(text: String(rest[..<(end ?? rest.endIndex)]), ink: piece.ink, isBold: piece.isBold))
      rest = rest[(end ?? rest.endIndex)...]
    }
    return words
  }

  /// With pieces that look alike made one.
  private var joined: TextRow {
    var row = TextRow()
    for piece in pieces {
      if let last = row.pieces.last, last.ink == piece.ink, last.isBold == piece.isBold {
        row.pieces[row.pieces.count - 1].text += piece.text
      } else {
        row.pieces.append(piece)
      }
    }
    return row
  }
}
