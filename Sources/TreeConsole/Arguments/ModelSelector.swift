import ArgumentParser
import TreeAnalysis
import TreeSnapshot

/// A selector on a command line.
///
/// It is read where it is used, so that what is wrong with it has words of its own.
struct ModelSelector: TargetValue {
  var rawValue: String

  /// Returns the position of the one model that the selector leads to.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` where it leads to none or several.
  func node(in snapshot: Snapshot) throws -> Int { try Selector(rawValue).node(in: snapshot) }

  /// Returns the positions of the models that the selector matches, of which there is at least one.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` where it matches none.
  func matches(in snapshot: Snapshot) throws -> [Int] {
    let selector = try Selector(rawValue)
    let matches = selector.matches(in: snapshot)
    return matches.isEmpty ? [try selector.node(in: snapshot)] : matches
  }
}
