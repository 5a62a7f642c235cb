import Testing
import TextIO

@testable import TreeSpec

extension SpecResult {
  /// The differences of the tree's shape, in words.
  func shapeExplanation() throws -> Explanation {
    try #require(FindingWords(self).explanation(of: checks[0]))
  }
}

extension SpecResult {
  /// The names in the lines that the tree doesn't know, with line and column.
  var told: [String] {
    var told: [String] = []
    for check in checks {
      switch check.finding {
      case .unknown(let problem)?:
        told.append("\(problem.line):\(problem.column): \(problem.fault.message)")
      case .shape(let root)?:
        // The tree's failure shows it next to the attribute.
        told += root.unknown.map { "\(spec.line(naming: $0)): \($0.message)" }
      default: break
      }
    }
    return told
  }
}

extension Spec {
  /// The place in the tree's lines that a fault refers to: `2:31`.
  fileprivate func line(naming fault: SpecFault) -> String {
    for line in lines {
      for element in [.handles, .raises].flatMap({ line.messages($0)?.elements ?? [] })
      where fault.message.string.contains("'\(element.name)'") {
        return "\(line.number):\(element.span.start + 1)"
      }
    }
    return ""
  }
}
