import ModelTree
import ObjectSnapshotVariant
import TreeObjects

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
        name: "structure: AddressTable, each of \(grouped(count)) objects", unit: .nanoseconds,
        target: .timesThePeer(1.2)
      ) { _ in
        let alive = (0..<count).map { _ in Counter() }
        let objects = alive.map { ObjectIdentifier($0) }
        let counter = Counter()
        return .compare(
          with: "Dictionary", per: count,
          ours: { times in
            for _ in 0..<times {
              var table = AddressTable()
              for (entry, object) in objects.enumerated() { table.set(Int32(entry), of: object) }
              for object in objects where table.entry(of: object) != nil { counter.add() }
            }
            withExtendedLifetime(alive) {}
          },
          theirs: { times in
            for _ in 0..<times {
              var table: [ObjectIdentifier: Int32] = [:]
              for (entry, object) in objects.enumerated() { table[object] = Int32(entry) }
              for object in objects where table[object] != nil { counter.add() }
            }
          })
      },
      Measurement(
        name: "structure: ClassTable, each of \(grouped(count)) objects", unit: .nanoseconds,
        target: .timesThePeer(1.2)
      ) { _ in
        let objects = objectsOfSomeClasses(count)
        let counter = Counter()
        return .compare(
          with: "Dictionary", per: count,
          ours: { times in
            for _ in 0..<times {
              var classes = ClassViews()
              for object in objects { counter.add(classes.view(of: object).type) }
            }
          },
          theirs: { times in
            for _ in 0..<times {
              var classes = ClassDictionary()
              for object in objects { counter.add(classes.view(of: object)?.type ?? 0) }
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

/// Objects of eight classes, as they follow each other in a tree: a few of one, then of another.
private func objectsOfSomeClasses(_ count: Int) -> [AnyObject] {
  let makers: [() -> AnyObject] = [
    { Listed<Int8>() }, { Listed<Int16>() }, { Listed<Int32>() }, { Listed<Int64>() },
    { Listed<UInt8>() }, { Listed<UInt16>() }, { Listed<UInt32>() }, { Listed<UInt64>() },
  ]
  var random = FixedRandom()
  var make = makers[0]
  return (0..<count).map { _ in
    if random.hits(oneIn: 4) { make = random.pick(makers) }
    return make()
  }
}

/// An object of a class for each parameter.
private final class Listed<Parameter>: Inspectable {
  var inspectedChildren: [AnyObject?] { [] }
}
