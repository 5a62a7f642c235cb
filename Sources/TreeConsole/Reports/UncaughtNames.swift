import TextIO
import TreeAnalysis
import TreeSnapshot

/// Names the models from which nobody handles a message.
final class UncaughtNames {
  private let snapshot: Snapshot
  /// What was named last for events, and for other messages: mostly the next one is lost at the same models.
  private var ofEvents = Names()
  private var ofOthers = Names()

  /// The names of some models.
  private struct Names: ~Copyable {
    /// The models from which nobody handles a message, as far as they were found.
    var models: [Int] = []
    var text = StyledText(isColored: false)
  }

  /// How many models a line names.
  private static let most = 5

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Adds the names of as many models as a line holds, and of those first that are known to raise the
  /// message; for an event, the names of their sessions.
  func append(to text: inout StyledText, of coverage: Coverage) {
    if coverage.message.kind == .event {
      text.append("in ")
      append(coverage.firstLost, to: &text, keptIn: &ofEvents)
    } else if coverage.lostRaisers.isEmpty {
      append(coverage.firstLost, to: &text, keptIn: &ofOthers)
    } else {
      // One more than a line holds says that there are others.
      let raisers = coverage.lostRaisers.prefix(Self.most + 1)
      write(raisers + coverage.firstLost, raiserCount: raisers.count, to: &text)
    }
  }

  private func append(_ models: [Int], to text: inout StyledText, keptIn names: inout Names) {
    if names.models != models {
      names = Names(models: models)
      write(models[...], raiserCount: 0, to: &names.text)
    }
    text.append(names.text)
  }

  /// Names models.
  ///
  /// - Parameter raiserCount: So many of them, the first ones, are known to raise the message.
  private func write(_ models: ArraySlice<Int>, raiserCount: Int, to text: inout StyledText) {
    let shown = models.prefix(Self.most)
    let names = ModelNames(snapshot, Array(shown))
    for (place, model) in shown.enumerated() {
      if place > 0 { text.append(", ") }
      text.append(names.name(of: model))
      if place < raiserCount { text.append(" (raises it)") }
    }
    if models.count > shown.count { text.append(", …") }
  }
}
