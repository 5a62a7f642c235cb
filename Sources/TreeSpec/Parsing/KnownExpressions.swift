import TextIO

/// The regular expressions of a spec: the same one is read once.
final class KnownExpressions {
  /// By bytes: as strings the two forms of `é` are equal.
  private var known: [[UInt8]: NameExpression] = [:]

  func expression(_ text: String) throws(NameExpressionError) -> NameExpression {
    let bytes = Array(text.utf8)
    if let expression = known[bytes] { return expression }
    let expression = try NameExpression(text)
    known[bytes] = expression
    return expression
  }
}
