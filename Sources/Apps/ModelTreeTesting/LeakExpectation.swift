import Holders
import LiveTree
import ModelTree
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Finds models that leave some trees and stay alive.
@MainActor
struct LeakExpectation: Expectation {
  /// The type of the trees' root; nil for a session controller without a session.
  private let root: String?
  /// The id of a model that the caller retains: it doesn't count, nor does anything that it retains.
  private let held: Int?
  /// The leaked models now.
  private let trees: () -> [TreeLeaks]
  /// The models that leaked before.
  private var before: [ObjectIdentifier: Set<Int>] = [:]
  /// Retained, so that no other tree gets the identity of one of these.
  private var tokens: [AnyObject] = []

  /// Checks the tree of a model from its beginning.
  init(_ model: Model) {
    model.beginKeepingFormerPlaces()
    self.init(model.root, held: model.id) { [model.treeLeaks()] }
  }

  /// Checks the trees of a session controller from their beginning.
  init(_ controller: SessionController) {
    controller.beginKeepingFormerPlaces()
    self.init(controller.session, held: nil, trees: controller.treeLeaks)
  }

  /// Watches the tree of a model from now on.
  init(leaving model: Model) {
    self.init(model)
    noteLeaked()
  }

  /// Watches the trees of a session controller from now on.
  init(leaving controller: SessionController) {
    self.init(controller)
    noteLeaked()
  }

  private init(_ root: Model?, held: Int?, trees: @escaping () -> [TreeLeaks]) {
    self.root = root.map { String(describing: type(of: $0)) }
    self.held = held
    self.trees = trees
  }

  /// Notes the models that have leaked already, which don't count.
  private mutating func noteLeaked() {
    for tree in trees() {
      tokens.append(tree.token)
      before[ObjectIdentifier(tree.token)] = Set(tree.models.map(\.id))
    }
  }

  func failure() -> Failure? {
    var leaks: [LeakedModel] = []
    var heldFromOutside = 0
    for tree in trees() {
      var ids: Set<Int> = []
      let earlier = before[ObjectIdentifier(tree.token)] ?? []
      var excepted: Set<Int> = held.map { [$0] } ?? []
      for model in tree.models {
        if excepted.contains(model.id) || model.holder.map(excepted.contains) == true {
          excepted.insert(model.id)
        } else if !earlier.contains(model.id) {
          leaks.append(model)
          // Holders come before the models they retain.
          if model.holder.map(ids.contains) != true { heldFromOutside += 1 }
          ids.insert(model.id)
        }
      }
    }
    if leaks.isEmpty { return nil }
    return Failure(text(leaks, heldFromOutside))
  }

  /// The number of models that a failure lists.
  private static let modelLimit = 30

  private func text(_ models: [LeakedModel], _ heldFromOutside: Int) -> String {
    let isOne = models.count == 1
    let holders =
      heldFromOutside < models.count ? "\(heldFromOutside) of them" : isOne ? "it" : "each"
    let root = root.map { SafeText($0).string } ?? "the session controller"
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
        .objects(models.compactMap(\.address))
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
