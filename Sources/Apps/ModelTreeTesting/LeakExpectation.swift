import Holders
import LiveTree
import ModelTree
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Finds models that leave some trees and stay alive.
@MainActor
struct LeakExpectation: Expectation {
  private let trees: WatchedTrees
  /// The models that leaked before.
  private var before: [ObjectIdentifier: Set<Int>] = [:]
  /// Retained, so that no other tree gets the identity of one of these.
  private var tokens: [AnyObject] = []

  /// Checks trees from their beginning.
  init(_ source: some LeakSource) { trees = source.watchedTrees() }

  /// Watches trees from now on: models that have leaked already don't count.
  init(leaving source: some LeakSource) {
    self.init(source)
    for tree in trees.leaks() {
      tokens.append(tree.token)
      before[ObjectIdentifier(tree.token)] = Set(tree.models.map(\.id))
    }
  }

  /// The models that leaked meanwhile, by tree.
  private func leaks() -> [[LeakedModel]] {
    trees.leaks().map { tree in
      let earlier = before[ObjectIdentifier(tree.token)] ?? []
      var excepted: Set<Int> = trees.held.map { [$0] } ?? []
      return tree.models.filter { model in
        // Holders come before the models they retain.
        if excepted.contains(model.id) || model.holder.map(excepted.contains) == true {
          excepted.insert(model.id)
          return false
        }
        return !earlier.contains(model.id)
      }
    }
  }

  /// How often to look for cancelled work, each time after ten milliseconds. Looks are counted, not
  /// the time, which passes without such work's turn where the main actor is busy.
  private static let looks = 1_000

  /// Waits until cancelled work that may hold a leaked model has ended, for about ten seconds at most.
  func settle() async {
    for _ in 0..<Self.looks {
      guard leaks().joined().contains(where: \.isEndingWork),
        (try? await Task.sleep(for: .milliseconds(10))) != nil
      else { return }
    }
  }

  func failure() -> Failure? {
    let leaks = leaks()
    let heldFromOutside = leaks.map { models in
      let ids = Set(models.map(\.id))
      return models.count { $0.holder.map(ids.contains) != true }
    }
    let models = Array(leaks.joined())
    return models.isEmpty ? nil : Failure(text(models, heldFromOutside.reduce(0, +)))
  }

  /// The number of models that a failure lists.
  private static let modelLimit = 30

  private func text(_ models: [LeakedModel], _ heldFromOutside: Int) -> String {
    let isOne = models.count == 1
    let holders =
      heldFromOutside < models.count ? "\(heldFromOutside) of them" : isOne ? "it" : "each"
    let root = trees.root.map { SafeText($0).string } ?? "the session controller"
    var lines = [
      "\(counted(models.count, "model")) left the tree of \(root) and \(isOne ? "is" : "are") still "
        + "alive; something holds \(holders):", "",
    ]
    for model in models.prefix(Self.modelLimit) {
      lines.append(line(model))
      lines += model.causes.map { "    \($0)" }
    }
    let hidden = models.count - Self.modelLimit
    if hidden > 0 { lines.append("  and \(hidden) more") }
    if models.contains(where: \.isEndingWork) {
      lines += ["", "Some of this work is cancelled; 'await expectNoLeaks' waits for it to end."]
    }
    lines += LeakHolders.lines(of: models)
    return lines.joined(separator: "\n")
  }

  private func line(_ leak: LeakedModel) -> String {
    let place =
      leak.path.map { SafeText($0).string }
      ?? "\(SafeText(leak.shownType)), whose place was not kept"
    let source = leak.source.map { ", created at \(SafeText($0))" } ?? ""
    let holder = leak.holder.map { ", held by #\($0)" } ?? ""
    return "  \(place)  #\(leak.id)\(leak.isOfEarlierTree ? " of an earlier session" : "")"
      + "\(source)\(holder)"
  }
}

/// Who holds leaked models, out of the memory of the test's process.
struct LeakHolders {
  /// The number of models whose holders are looked for.
  private static let modelLimit = 5
  /// How long to look.
  private static let patience = Duration.seconds(10)

  /// Lines that name the holders; empty if they can't be read.
  static func lines(of leaks: [LeakedModel]) -> [String] {
    let models = leaks.filter { $0.holder == nil && $0.address != nil }.prefix(modelLimit)
    let start = ContinuousClock.now
    guard let copy = FrozenCopy() else { return [] }
    let report = try? withExtendedLifetime(copy) {
      try MemoryScan.report(
        onCopy: copy.pid, of: Int(getpid()), pause: copy.pause,
        models.compactMap(\.address)
      ) { start.duration(to: .now) > patience }
    }
    guard let report else { return [] }
    var lines = ["", "In memory:"]
    for model in models {
      guard let object = report.objects.first(where: { $0.address == model.address }) else {
        continue
      }
      lines.append("  #\(model.id)")
      let paths = object.paths.prefix(2).enumerated().flatMap { index, path in
        path.text(after: index == 0 ? "    held by  " : "    also by  ")
      }
      lines += paths.map { SafeText($0).string }
      if paths.isEmpty { lines.append("    \(report.scanned.unexplained(object))") }
    }
    if let missing = report.scanned.missingLine { lines.append("  \(SafeText(missing))") }
    return lines
  }
}
