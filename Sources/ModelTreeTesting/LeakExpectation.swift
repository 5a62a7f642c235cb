import MemoryGraph
import ModelTree
import TextIO
import TreeSnapshot

/// Finds models that leave some trees and stay alive.
struct LeakExpectation {
  /// The type of the trees' root; nil for a session controller without a session.
  private let root: String?
  /// The models that leaked before.
  private var before: [ObjectIdentifier: Set<Int>] = [:]
  /// Retained, so that no other tree gets the identity of one of these.
  private var tokens: [AnyObject] = []

  /// - Parameters:
  ///   - root: the type of the trees' root; nil for a session controller without a session.
  ///   - before: the models that already leaked, which don't count.
  init(_ root: String?, leftBefore before: [TreeLeaks] = []) {
    self.root = root
    for tree in before {
      tokens.append(tree.token)
      self.before[ObjectIdentifier(tree.token)] = Set(tree.models.map(\.id))
    }
  }

  /// Why there are leaks; nil if there are none.
  ///
  /// - Parameters:
  ///   - trees: the leaked models now.
  ///   - held: the id of a model that the caller retains: it doesn't count, nor does anything that
  ///     it retains.
  func failure(in trees: [TreeLeaks], except held: Int? = nil) -> Failure? {
    var leaks: [LeakedModel] = []
    var heldFromOutside = 0
    for tree in trees {
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
      leak.path.map { SafeText($0).string } ?? "\(SafeText(leak.type)), whose place was not kept"
    let source = leak.source.map { ", created at \(SafeText($0))" } ?? ""
    let holder = leak.holder.map { ", held by #\($0)" } ?? ""
    return "  \(place)  #\(leak.id)\(leak.isOfEarlierTree ? " of an earlier session" : "")"
      + "\(source)\(holder)"
  }
}

@MainActor
extension LeakExpectation {
  /// Watches the tree of a model from now on.
  init(leaving model: Model) {
    model.beginKeepingFormerPlaces()
    self.init(Self.name(of: model.root), leftBefore: [model.treeLeaks()])
  }

  /// Watches the trees of a session controller from now on.
  init(leaving controller: SessionController) {
    controller.beginKeepingFormerPlaces()
    self.init(Self.name(of: controller), leftBefore: controller.treeLeaks())
  }

  /// Checks the tree of a model from its beginning.
  init(_ model: Model) {
    model.beginKeepingFormerPlaces()
    self.init(Self.name(of: model.root))
  }

  /// Checks the trees of a session controller from their beginning.
  init(_ controller: SessionController) {
    controller.beginKeepingFormerPlaces()
    self.init(Self.name(of: controller))
  }

  func failure(in model: Model) -> Failure? {
    failure(in: [model.treeLeaks()], except: model.id)
  }

  func failure(in controller: SessionController) -> Failure? {
    failure(in: controller.treeLeaks())
  }

  private static func name(of root: Model) -> String { String(describing: type(of: root)) }

  private static func name(of controller: SessionController) -> String? {
    controller.session.map { name(of: $0) }
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
    #if os(Linux)
      let models = leaks.filter { $0.holder == nil && $0.address != nil }.prefix(modelLimit)
      let start = ContinuousClock.now
      let report = try? MemoryScan.ofThisProcess(.objects(models.compactMap(\.address))) {
        start.duration(to: .now) > patience
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
    #else
      return []
    #endif
  }
}
