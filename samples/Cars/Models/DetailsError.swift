/// Why something that was written down describes no car and no driver.
package enum DetailsError: Error, Hashable, Sendable {
  case missing(field: String)
  case unprintable(field: String)
  case notAPlate(String)
}

extension DetailsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let field): "the \(field) is missing"
    case .unprintable(let field): "the \(field) holds characters that cannot be printed"
    case .notAPlate(let plate):
      "'\(plate)' is no number plate; one has up to 12 letters, digits, spaces and hyphens"
    }
  }
}

extension DetailsError {
  /// The text of a field without the spaces around it.
  static func checked(_ text: String, field: String) throws(DetailsError) -> String {
    let text = text.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else { throw .missing(field: field) }
    let isPrintable = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      default: true
      }
    }
    guard isPrintable else { throw .unprintable(field: field) }
    return text
  }
}
