/// Why a regular expression could not be read.
struct NameExpressionError: Error {
  /// The place, in bytes of the text between the slashes.
  var offset: Int
  var fault: NameExpressionFault
}

extension NameExpression {
  /// Reads the text between the slashes.
  ///
  /// - Throws: `NameExpressionError` with the place and what is wrong.
  init(_ text: String) throws(NameExpressionError) {
    var parser = NameExpressionParser(text)
    steps = try parser.parse()
  }
}

/// The regular expressions of a spec: the same one is read once.
final class KnownExpressions {
  private var known: [String: NameExpression] = [:]

  func expression(_ text: String) throws(NameExpressionError) -> NameExpression {
    if let expression = known[text] { return expression }
    let expression = try NameExpression(text)
    known[text] = expression
    return expression
  }
}
