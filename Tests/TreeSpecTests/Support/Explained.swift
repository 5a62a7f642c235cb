import Testing
import TextIO

@testable import TreeSpec

extension SpecResult {
  /// What is wrong with the tree's shape, in words.
  func shapeExplanation() throws -> Explanation {
    try #require(FindingWords(self).explanation(of: checks[0]))
  }
}

extension SpecResult {
  /// What the lines name that the tree does not know, with line and column.
  var told: [String] {
    var told: [String] = []
    for check in checks {
      switch check.finding {
      case .unknown(let problem)?:
        told.append("\(problem.line):\(problem.column): \(problem.fault.message)")
      case .shape(let root)?:
        // The tree's failure tells it beside the attribute.
        told += root.unknown.map { "\(spec.line(naming: $0)): \($0.message)" }
      default: break
      }
    }
    return told
  }
}

extension Spec {
  /// Where the lines of the tree name what a fault is about: `2:31`.
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
