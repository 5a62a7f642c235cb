import CEditLine
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A prompt made fit for libedit: colours marked as taking no room, everything else plain.
struct Prompt {
  /// What encloses a colour; it cannot occur in the text, where it would have been escaped.
  static let delimiter: Unicode.Scalar = "\u{1}"

  /// What is seen of the prompt.
  private(set) var visible: [Unicode.Scalar] = []
  /// What libedit gets.
  private(set) var drawn: [Unicode.Scalar] = []

  /// - Parameter isASCII: whether anything but ASCII is replaced by `?`, as the locale demands.
  init(_ text: String, isASCII: Bool) {
    var colour: [Unicode.Scalar] = []
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if let length = Self.lengthOfColour(rest) {
        colour += rest.prefix(length)
        rest.removeFirst(length)
        continue
      }
      rest.removeFirst()
      var shown = SafeText.escape(String(Character(scalar)))
      if isASCII, !scalar.isASCII { shown = "?" }
      put(colour, then: shown)
      colour = []
    }
    // libedit drops a colour that ends the prompt, and the colour would go on in the typed text.
    guard !colour.isEmpty else { return }
    let endsInSpace = visible.last == " "
    if endsInSpace {
      visible.removeLast()
      drawn.removeLast()
    }
    put(colour, then: " ")
  }

  private mutating func put(_ colour: [Unicode.Scalar], then text: String) {
    // Adjacent colours share one pair of delimiters: libedit looks at the one character behind.
    if !colour.isEmpty { drawn += [Self.delimiter] + colour + [Self.delimiter] }
    drawn += text.unicodeScalars
    visible += text.unicodeScalars
  }

  /// The length of `ESC [ digits ; … m` at the start, the one sequence that a prompt may hold.
  private static func lengthOfColour(_ text: Substring.UnicodeScalarView) -> Int? {
    guard text.starts(with: "\u{1b}[".unicodeScalars) else { return nil }
    var length = 2
    for scalar in text.dropFirst(2) {
      length += 1
      if scalar == "m" { return length }
      guard ("0"..."9").contains(scalar) || scalar == ";" else { return nil }
    }
    return nil
  }
}
