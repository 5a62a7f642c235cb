import ModelTree
import TestSupport
import Testing

/// Rule 6 against a naive reading of it, with handlers that do anything to the tree.
@Suite struct `Delivery in random trees` {
  private enum Deed: CaseIterable {
    case remove, unregister, attach, nothing
  }

  @Test(arguments: UInt64(1)...200, [true, false])
  func `whatever handlers do to the tree, the next in line gets the event`(
    seed: UInt64, hasLocalSessions: Bool
  ) {
    var random = SeededGenerator(seed: seed)
    let root = ProbeSession()
    let all = grow(root, localSessions: hasLocalSessions ? 20 : 0, using: &random)
    var unregistered: Set<ObjectIdentifier> = []
    let raiser = all[Int.random(in: 0..<all.count, using: &random)]
    let candidates = (raiser.session ?? root).subtree

    var delivered: [Model] = []
    var expected: [Model] = Array(candidates.prefix(1))
    for model in candidates {
      let victim = all[Int.random(in: 1..<all.count, using: &random)]
      let deed = Deed.allCases[Int.random(in: 0..<Deed.allCases.count, using: &random)]
      model.register(for: AppEvent.start) { [unowned model] _ in
        delivered.append(model)
        switch deed {
        case .remove: victim.removeFromParent()
        case .attach: Model(parent: victim).register(for: AppEvent.start)
        case .nothing: break
        case .unregister:
          victim.unregister(for: AppEvent.start)
          unregistered.insert(ObjectIdentifier(victim))
        }
        let rest = candidates.drop { $0 !== model }.dropFirst()
        let next = rest.first {
          isInTree($0, of: root) && !unregistered.contains(ObjectIdentifier($0))
        }
        if let next { expected.append(next) }
      }
    }
    let answer = raiser.raise(AppEvent.start)
    #expect(names(delivered) == names(expected))
    #expect(names(answer) == names(delivered))
  }

  private func grow(
    _ root: ProbeSession, localSessions: Int, using random: inout SeededGenerator
  ) -> [Model] {
    var all: [any Logging] = [root]
    for number in 1...12 {
      let parent = all[Int.random(in: 0..<all.count, using: &random)]
      all.append(
        random.chance(localSessions, in: 100)
          ? parent.localSession("\(number)") : parent.child("\(number)"))
    }
    return all
  }

  private func isInTree(_ model: Model, of root: Model) -> Bool {
    sequence(first: model, next: \.parent).contains { $0 === root }
  }
}
