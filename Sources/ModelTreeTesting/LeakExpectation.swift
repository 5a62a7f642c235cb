import ModelTree
import TextIO
import TreeSnapshot

/// Finds the models that leave some trees and stay alive.
struct LeakExpectation {
  /// What the trees are called.
  private let name: String
  /// The models that leaked before.
  private var before: [ObjectIdentifier: Set<Int>] = [:]
  /// Kept, so that no other tree takes the place of one of these.
  private var tokens: [AnyObject] = []

  /// - Parameters:
  ///   - name: what the trees are called.
  ///   - before: the models that leaked already, which do not count.
  init(_ name: String, leftBefore before: [TreeLeaks] = []) {
    self.name = name
    for tree in before {
      tokens.append(tree.token)
      self.before[ObjectIdentifier(tree.token)] = Set(tree.models.map(\.id))
    }
  }

  /// Why there are leaks; nil where there are none.
  ///
  /// - Parameters:
  ///   - trees: the leaked models now.
  ///   - held: a model of one tree that the caller holds, by its id: it does not count, nor does
  ///     what it holds.
  func failure(in trees: [TreeLeaks], except held: Int? = nil) -> Failure? {
    var leaks: [LeakedModel] = []
    var heldByOthers = 0
    for tree in trees {
      var found: Set<Int> = []
      let earlier = before[ObjectIdentifier(tree.token)] ?? []
      var excepted: Set<Int> = held.map { [$0] } ?? []
      for model in tree.models {
        if excepted.contains(model.id) || model.holder.map(excepted.contains) == true {
          excepted.insert(model.id)
        } else if !earlier.contains(model.id) {
          leaks.append(model)
          // What holds others comes before them.
          if model.holder.map(found.contains) != true { heldByOthers += 1 }
          found.insert(model.id)
        }
      }
    }
    return leaks.isEmpty ? nil : Failure(text: text(of: leaks, heldByOthers))
  }

  /// The number of models that a failure lists.
  private static let shown = 30

  private func text(of leaks: [LeakedModel], _ heldByOthers: Int) -> String {
    let who = leaks.count == 1 ? "1 model" : "\(leaks.count) models"
    let holders =
      heldByOthers < leaks.count ? "\(heldByOthers) of them" : leaks.count == 1 ? "it" : "each"
    var lines = [
      "\(who) left the tree of \(name) and \(leaks.count == 1 ? "is" : "are") still alive; "
        + "somebody holds \(holders):", "",
    ]
    lines += leaks.prefix(Self.shown).map(line)
    if leaks.count > Self.shown { lines.append("  and \(leaks.count - Self.shown) more") }
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
  /// For the tree of a model, from now on.
  init(leaving model: Model) {
    model.beginKeepingFormerPlaces()
    self.init(Self.name(of: model.root), leftBefore: [model.treeLeaks()])
  }

  /// For the trees of a session controller, from now on.
  init(leaving controller: SessionController) {
    controller.beginKeepingFormerPlaces()
    self.init(Self.name(of: controller), leftBefore: controller.treeLeaks())
  }

  /// For the tree of a model, from its beginning.
  init(_ model: Model) {
    model.beginKeepingFormerPlaces()
    self.init(Self.name(of: model.root))
  }

  /// For the trees of a session controller, from their beginning.
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

  private static func name(of root: Model) -> String {
    SafeText(String(describing: type(of: root))).string
  }

  private static func name(of controller: SessionController) -> String {
    controller.session.map { name(of: $0) } ?? "the session controller"
  }
}
