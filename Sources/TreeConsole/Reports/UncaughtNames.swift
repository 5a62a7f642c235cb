import TextIO
import TreeAnalysis
import TreeSnapshot

/// Names the models from which nobody handles a message.
final class UncaughtNames {
  private let snapshot: Snapshot
  private let models: UncaughtModels
  /// The texts by what they name: many messages are lost at the same models.
  private var known: [Named: SafeText] = [:]
  /// What was asked for last, which is mostly asked for again.
  private var last: (named: Named, text: SafeText)?

  private struct Named: Hashable {
    var models: [Int]
    /// So many of them, the first ones, are known to raise the message.
    var raisers: Int
  }

  /// How many models a line names.
  private static let most = 5
  /// How many texts are kept.
  private static let mostKnown = 4096

  /// - Parameter raised: The models that each message is raised at; nil for all.
  init(_ snapshot: Snapshot, raisedAt raised: [Int]?) {
    self.snapshot = snapshot
    models = UncaughtModels(snapshot, raisedAt: raised)
  }

  /// The models by name, as many as a line holds, and those first that are known to raise the message;
  /// for an event their sessions.
  func names(of coverage: Coverage) -> SafeText {
    let isEvent = coverage.message.kind == .event
    let lost = isEvent ? [] : Array(coverage.lostRaisers.prefix(Self.most + 1))
    let all =
      lost.count > Self.most ? [] : self.models.first(Self.most + 1 + lost.count, of: coverage)
    // One more than a line holds says that there are others.
    let models =
      lost.isEmpty ? all : Array((lost + all.filter { !lost.contains($0) }).prefix(Self.most + 1))
    let list = list(of: Named(models: models, raisers: lost.count))
    return isEvent ? "in \(list)" : list
  }

  private func list(of named: Named) -> SafeText {
    if let last, last.named == named { return last.text }
    let list = known[named] ?? text(of: named)
    if known.count < Self.mostKnown { known[named] = list }
    last = (named, list)
    return list
  }

  private func text(of named: Named) -> SafeText {
    let models = named.models.prefix(Self.most)
    let modelNames = ModelNames(snapshot, models)
    let names = models.enumerated().map { place, model -> SafeText in
      let name = modelNames.name(of: model)
      return place < named.raisers ? "\(name) (raises it)" : name
    }
    let rest: SafeText = named.models.count > Self.most ? ", …" : ""
    return names.joined(separator: ", ") + rest
  }
}
