import ModelTree
import TestSupport
import TreeSnapshot

/// A model in terms of the rules, along with the model itself.
final class NaiveModel {
  let model: Model
  let id: Int
  let isSession: Bool
  let parent: NaiveModel?
  var children: [NaiveModel] = []
  /// `kind domain code`, with `*` for a whole domain, and the type of the value it takes.
  var registered: [String: DomainUse.Payload] = [:]

  init(_ model: Model, under parent: NaiveModel?) {
    self.model = model
    self.parent = parent
    id = model.id
    isSession = model is Session
    parent?.children.append(self)
  }

  func isRegistered(for message: Message, carrying payload: DomainUse.Payload) -> Bool {
    let domain = "\(message.kind.rawValue) \(message.domain)"
    return ["\(domain) \(message.code)", "\(domain) *"].contains { name in
      registered[name].map { $0 == .any || payload == .any || $0 == payload } ?? false
    }
  }

  var subtree: [NaiveModel] { [self] + children.flatMap(\.subtree) }
}

/// The ids of the models whose handlers ran; -1 for an uncaught error.
final class Heard {
  var ids: [Int] = []
}

/// A live tree made by chance: local sessions, registrations of all sorts, some of them ended
/// again, some models removed.
struct RandomTree {
  let root: Session
  let heard = Heard()
  private let top: NaiveModel

  /// Each kind with two domains, one of whose names all kinds share, and a code that no model has.
  static let messages: [Message] = Message.Kind.allCases.flatMap { kind in
    [("Shared", "a"), ("Shared", "b"), ("Shared", "z"), ("\(kind.rawValue)s", "a")].map {
      Message(kind: kind, domain: $0.0, code: $0.1)
    }
  }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    root = HearingSession(heard: heard)
    top = NaiveModel(root, under: nil)
    var all = [top]
    for _ in 0..<Int.random(in: 0...11, using: &random) {
      // Often the newest, for trees that are deep as well as wide.
      let parent =
        random.chance(40, in: 100)
        ? all[all.count - 1] : all[Int.random(in: 0..<all.count, using: &random)]
      let model =
        random.chance(25, in: 100)
        ? HearingSession(under: parent.model, heard: heard)
        : HearingModel(under: parent.model, heard: heard)
      all.append(NaiveModel(model, under: parent))
    }
    for naive in all {
      for _ in 0..<Int.random(in: 0...4, using: &random) { register(naive, using: &random) }
    }
    while all.count > 1, random.chance(30, in: 100) {
      let victim = all[Int.random(in: 1..<all.count, using: &random)]
      victim.model.removeFromParent()
      victim.parent?.children.removeAll { $0 === victim }
    }
  }

  var liveModels: [NaiveModel] { top.subtree }

  private func register(_ naive: NaiveModel, using random: inout SeededGenerator) {
    let domains = DomainUse.all
    let use = domains[Int.random(in: 0..<domains.count, using: &random)]
    let heard: Heard? = random.chance(50, in: 100) ? heard : nil
    if random.chance(20, in: 100) {
      use.unregister(naive.model)
      naive.registered[use.name] = nil
    } else {
      use.register(naive.model, naive.id, heard)
      naive.registered[use.name] = use.payload
    }
  }
}

// The rules, read naively.
extension RandomTree {
  struct NaiveRoute {
    var passed: [Int] = []
    var takers: [Int] = []
    var isUncaught = false
  }

  /// - Parameter payload: the message's value; `any` for the type that each subscription takes.
  func naiveRoute(
    of message: Message, carrying payload: DomainUse.Payload, raisedAt raiser: NaiveModel
  ) -> NaiveRoute {
    var route = NaiveRoute()
    if message.kind == .event {
      var scope = raiser.parent ?? raiser
      while !scope.isSession, let parent = scope.parent { scope = parent }
      route.takers = scope.subtree.filter { $0.isRegistered(for: message, carrying: payload) }.map(
        \.id)
      return route
    }
    var asked: NaiveModel? = raiser
    while let model = asked {
      if model.isRegistered(for: message, carrying: payload) {
        route.takers = [model.id]
        return route
      }
      route.passed.append(model.id)
      asked = model.parent
    }
    route.isUncaught = message.kind == .error
    return route
  }
}
