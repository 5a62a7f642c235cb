import TextIO
import TreeAnalysis
import TreeSnapshot

/// Names the models from which nobody handles a message.
final class UncaughtNames {
  private let snapshot: Snapshot
  private let models: UncaughtModels
  /// What was named last for events, and for other messages: mostly the next one is lost at the same models.
  private var ofEvents = Names()
  private var ofOthers = Names()

  /// The names of some models.
  private struct Names {
    var models: [Int] = []
    /// So many of them, the first ones, are known to raise the message.
    var raiserCount = 0
    /// Whether there are more models.
    var hasMore = false
    var bytes: [UInt8] = []
    /// Whether nothing in the bytes must be escaped.
    var isPlain = true
  }

  /// How many models a line names.
  private static let most = 5

  /// - Parameter raised: The models that each message is raised at; nil for all.
  init(_ snapshot: Snapshot, raisedAt raised: [Int]?) {
    self.snapshot = snapshot
    models = UncaughtModels(snapshot, raisedAt: raised)
  }

  /// Adds the names of as many models as a line holds, and of those first that are known to raise the
  /// message; for an event, the names of their sessions.
  func append(to text: inout StyledText, of coverage: Coverage) {
    if coverage.message.kind == .event {
      text.append("in ")
      append(to: &text, of: coverage, raisedBy: [], &ofEvents)
    } else {
      append(to: &text, of: coverage, raisedBy: coverage.lostRaisers, &ofOthers)
    }
  }

  private func append(
    to text: inout StyledText, of coverage: Coverage, raisedBy raisers: [Int], _ names: inout Names
  ) {
    let raisers = raisers.prefix(Self.most + 1)
    // One more than a line holds says that there are others.
    let wanted = Self.most + 1 + raisers.count
    let others = raisers.count > Self.most ? [] : self.models.first(wanted, of: coverage)
    let models = raisers.isEmpty ? others : raisers + others.filter { !raisers.contains($0) }
    let shown = models.prefix(Self.most)
    let hasMore = models.count > Self.most
    if !names.models.elementsEqual(shown) || names.raiserCount != raisers.count
      || names.hasMore != hasMore
    {
      names = Names(models: Array(shown), raiserCount: raisers.count, hasMore: hasMore)
      write(&names)
    }
    names.bytes.withUnsafeBufferPointer { text.append($0, isPlain: names.isPlain) }
  }

  private func write(_ names: inout Names) {
    let short = ModelNames(snapshot, names.models)
    for (place, model) in names.models.enumerated() {
      if place > 0 { names.bytes += ", ".utf8 }
      let isPlain = short.append(nameOf: model, to: &names.bytes)
      names.isPlain = names.isPlain && isPlain
      if place < names.raiserCount { names.bytes += " (raises it)".utf8 }
    }
    if names.hasMore { names.bytes += ", …".utf8 }
  }
}
