package import TextIO

/// What a wrong word in a line was probably meant to be.
package struct SpecCorrection: Hashable, Sendable {
  /// The word as it is written.
  package var wrong: String
  /// The word to write in its place.
  package var right: String
}

/// A part of a fault's words that suggests a word.
struct SpecSuggestion: Hashable, Sendable {
  var words: SafeText
  var correction: SpecCorrection?

  init(_ words: SafeText, _ correction: SpecCorrection?) {
    self.words = words
    self.correction = correction
  }

  /// Asks whether a word was meant.
  ///
  /// - Parameter word: the word as it is written.
  init(_ right: String, insteadOf word: String) {
    self.init("did you mean '\(right)'?", SpecCorrection(wrong: word, right: right))
  }
}

extension SpecSuggestion: ExpressibleByStringInterpolation {
  typealias StringInterpolation = SafeText.StringInterpolation

  /// Creates words that suggest none.
  init(stringLiteral value: String) { self.init(SafeText(stringLiteral: value), nil) }

  /// Creates words that suggest none, with values between them.
  init(stringInterpolation: StringInterpolation) {
    self.init(SafeText(stringInterpolation: stringInterpolation), nil)
  }
}

extension SpecFault: ExpressibleByStringInterpolation {
  /// Creates a fault of a line from the program's own words.
  package init(stringLiteral value: String) { self.init(.line, SafeText(stringLiteral: value)) }

  /// Creates a fault of a line from the program's own words with values between them.
  package init(stringInterpolation: StringInterpolation) {
    self.init(
      .line, SafeText(stringInterpolation: stringInterpolation.text),
      stringInterpolation.correction)
  }

  /// The program's own words with values between them, of which one may be a suggestion.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text: SafeText.StringInterpolation
    fileprivate var correction: SpecCorrection?

    /// Makes room for the text.
    package init(literalCapacity: Int, interpolationCount: Int) {
      text = SafeText.StringInterpolation(
        literalCapacity: literalCapacity, interpolationCount: interpolationCount)
    }

    /// Adds the program's own words.
    package mutating func appendLiteral(_ literal: String) { text.appendLiteral(literal) }

    /// Adds safe text.
    package mutating func appendInterpolation(_ safe: SafeText) { text.appendInterpolation(safe) }

    /// Adds a number.
    package mutating func appendInterpolation(_ number: Int) { text.appendInterpolation(number) }

    /// Adds text from outside, escaped.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text.appendInterpolation(value)
    }

    /// Adds a suggestion.
    mutating func appendInterpolation(_ suggestion: SpecSuggestion) {
      text.appendInterpolation(suggestion.words)
      correction = correction ?? suggestion.correction
    }
  }
}
