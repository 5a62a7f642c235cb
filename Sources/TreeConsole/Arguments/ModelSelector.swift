import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// A selector on the command line.
///
/// It is parsed on use, so that an error has its own message.
struct ModelSelector: TargetValue {
  var rawValue: String

  /// Returns the position of the only model that matches.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` if none or several match.
  func node(in snapshot: Snapshot, noting output: ConsoleOutput) throws -> Int {
    let (selector, isExact) = try selector(in: snapshot, output)
    let node = try selector.node(in: snapshot)
    if !isExact { note(output) }
    return node
  }

  /// Returns the positions of the matching models, at least one.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` if none matches.
  func matches(in snapshot: Snapshot, noting output: ConsoleOutput) throws -> [Int] {
    let (selector, isExact) = try selector(in: snapshot, output)
    let matches = selector.matches(in: snapshot)
    if matches.isEmpty { return [try selector.node(in: snapshot)] }
    if !isExact { note(output) }
    return matches
  }

  /// The selector, ignoring case if only that matches a model.
  private func selector(
    in snapshot: Snapshot, _ output: ConsoleOutput
  ) throws -> (selector: Selector, isExact: Bool) {
    let exact = try Selector(rawValue)
    noteAge(exact, in: snapshot, output)
    if !exact.matches(in: snapshot).isEmpty { return (exact, true) }
    let other = exact.ignoringCase
    return other.matches(in: snapshot).isEmpty ? (exact, true) : (other, false)
  }

  private func noteAge(_ selector: Selector, in snapshot: Snapshot, _ output: ConsoleOutput) {
    guard !snapshot.columns.nodes.ages.isEmpty, selector.asksForLabels || selector.asksForStates
    else { return }
    let what: SafeText = selector.asksForLabels ? "labels" : "states"
    output.note("note: '\(rawValue)' asks for \(what), which may be older\(snapshot.age)")
  }

  private func note(_ output: ConsoleOutput) {
    output.note(
      "note: no model matches '\(rawValue)' exactly; this is the answer without regard to case")
  }
}
