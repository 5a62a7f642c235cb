import Testing
import TreeSpec

extension SpecResult {
  /// What is wrong with the tree's shape, in words.
  func shapeExplanation() throws -> Explanation {
    try #require(FindingWords(self).explanation(of: checks[0]))
  }
}
