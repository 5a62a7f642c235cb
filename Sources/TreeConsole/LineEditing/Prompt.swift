import CEditLine
import TextIO
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A prompt made fit for libedit: colors marked as taking no room, everything else plain.
struct Prompt {
  /// What encloses a color; it cannot occur in the text, where it would have been escaped.
  static let delimiter: Unicode.Scalar = "\u{1}"

  /// What is seen of the prompt.
  private(set) var visible: [Unicode.Scalar] = []
  /// What libedit gets.
  private(set) var drawn: [Unicode.Scalar] = []

  /// - Parameter isASCII: whether anything but ASCII is replaced by `?`, as the locale demands.
  init(_ text: String, isASCII: Bool) {
    var color: [Unicode.Scalar] = []
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if let length = Self.lengthOfColor(rest) {
        color += rest.prefix(length)
        rest.removeFirst(length)
        continue
      }
      rest.removeFirst()
      var shown = SafeText.escape(String(Character(scalar)))
      if isASCII, !scalar.isASCII { shown = "?" }
      put(color, then: shown)
      color = []
    }
    // libedit drops a color that ends the prompt, and the color would go on in the typed text.
    guard !color.isEmpty else { return }
    let endsInSpace = visible.last == " "
    if endsInSpace {
      visible.removeLast()
      drawn.removeLast()
    }
    put(color, then: " ")
  }

  private mutating func put(_ color: [Unicode.Scalar], then text: String) {
    // Adjacent colors share one pair of delimiters: libedit looks at the one character behind.
    if !color.isEmpty { drawn += [Self.delimiter] + color + [Self.delimiter] }
    drawn += text.unicodeScalars
    visible += text.unicodeScalars
  }

  /// The length of `ESC [ digits ; … m` at the start, the one sequence that a prompt may hold.
  private static func lengthOfColor(_ text: Substring.UnicodeScalarView) -> Int? {
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
