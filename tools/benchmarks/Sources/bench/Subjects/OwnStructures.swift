import ModelTree

/// What structures of the package's own gain over those of the standard library, in files that the
/// bench shares with the package. Those that gain less than a fifth should go.
let ownStructures: [Measurement] =
  [100, 100_000].flatMap { count in
    [
      Measurement(
        name: "structure: NodeList, each of \(grouped(count)) nodes", unit: .nanoseconds,
        target: .timesThePeer(1.2)
      ) { _ in
        let (ours, theirs, counter) = (NodeList(), ArrayList(), Counter())
        return .compare(
          with: "Array", per: count,
          ours: { times in
            for _ in 0..<times {
              for node in 0..<Int32(count) { ours.append(node) }
              while let node = ours.popLast() { counter.add(Int(node)) }
            }
          },
          theirs: { times in
            for _ in 0..<times {
              for node in 0..<Int32(count) { theirs.append(node) }
              while let node = theirs.popLast() { counter.add(Int(node)) }
            }
          })
      },
      Measurement(
        name: "structure: codes of one byte, \(grouped(count)) models", unit: .nanoseconds,
        target: .timesThePeer(1.2)
      ) { _ in
        // The same bubble by a code of one byte, and by a wider one that is hashed.
        let parent = AppTree(models: count).middle
        let counter = Counter()
        parent.register(for: FlowBubble.next) { _ in counter.add() }
        parent.register(for: WideBubble.next) { _ in counter.add() }
        let child = PlainModel(parent: parent)
        return .compare(
          with: "Dictionary", per: 1,
          ours: { times in for _ in 0..<times { child.raise(FlowBubble.next) } },
          theirs: { times in for _ in 0..<times { child.raise(WideBubble.next) } })
      },
    ]
  }

/// What `NodeList` would be with an array.
private final class ArrayList {
  private var nodes: [Int32] = []

  func append(_ node: Int32) { nodes.append(node) }
  func popLast() -> Int32? { nodes.popLast() }
}

/// A code of more than one byte.
private struct WideBubble: BubbleNotificationName, RawRepresentable {
  var rawValue: Int

  static let next = WideBubble(rawValue: 1)
}
