extension String {
  /// The text without the characters that would move the cursor or turn the line around.
  var printable: String {
    var safe = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: safe.append("\u{FFFD}")
      default: safe.append(scalar)
      }
    }
    return String(safe)
  }
}
