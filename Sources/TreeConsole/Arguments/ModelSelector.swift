import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// A selector on a command line.
///
/// It is read when it is used, so that an error has its own words.
struct ModelSelector: TargetValue {
  var rawValue: String

  /// Returns the position of the one model that the selector leads to.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` if it leads to none or several.
  func node(in snapshot: Snapshot, noting output: ConsoleOutput) throws -> Int {
    let selector = try Selector(rawValue)
    noteAge(selector, in: snapshot, output)
    do throws(SelectionError) {
      return try selector.node(in: snapshot)
    } catch {
      guard case .nothingMatches = error, let other = near(selector, in: snapshot) else {
        throw error
      }
      let node = try other.node(in: snapshot)
      note(output)
      return node
    }
  }

  /// Returns the positions of the models that the selector matches, at least one.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` if it matches none.
  func matches(in snapshot: Snapshot, noting output: ConsoleOutput) throws -> [Int] {
    let selector = try Selector(rawValue)
    noteAge(selector, in: snapshot, output)
    let matches = selector.matches(in: snapshot)
    if !matches.isEmpty { return matches }
    guard let other = near(selector, in: snapshot) else {
      return [try selector.node(in: snapshot)]
    }
    note(output)
    return other.matches(in: snapshot)
  }

  /// The selector without regard to case, where that matches something.
  private func near(_ selector: Selector, in snapshot: Snapshot) -> Selector? {
    let other = selector.ignoringCase
    return other.matches(in: snapshot).isEmpty ? nil : other
  }

  private func noteAge(_ selector: Selector, in snapshot: Snapshot, _ output: ConsoleOutput) {
    guard let record = snapshot.columns.asOf, selector.asksForLabels else { return }
    output.note("note: '\(rawValue)' asks for labels, which are as of #\(record)")
  }

  private func note(_ output: ConsoleOutput) {
    output.note(
      "note: no model matches '\(rawValue)' exactly; this is the answer without regard to case")
  }
}
