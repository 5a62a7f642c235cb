import Foundation
import ModelTree
import TestSupport
import Testing
import TreeSnapshot

/// A live tree is the same to every command in its process, through the socket and as a dump.
///
/// `MODELTREE_LINK_SEEDS=500` makes it a long run, and `MODELTREE_LINK_SEEDS=17...17` looks at one tree.
@MainActor @Suite(.serialized) struct `The same bytes` {
  nonisolated static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["MODELTREE_LINK_SEEDS"] ?? ""
    let bounds = text.split(separator: "...").compactMap { UInt64($0) }
    return (bounds.count > 1 ? bounds[0] : 1)...(bounds.last ?? 1)
  }()

  /// Commands about the models of a tree, chosen by a seed.
  private func commands(_ snapshot: Snapshot, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    let ids = snapshot.positions.map { snapshot[$0].id }
    func node() -> String { "'#\(random.pick(ids))'" }
    let messages = [
      "error DiskErrors.1", "error DiskErrors.locked", "bubble PageBubbles.open",
      "bubble Page.open", "event AppEvents.refresh", "event AppEvents.logOut", "error No.1",
    ]
    return [
      "print --all", "print --all --json", "print \(node()) --depth 2 --ascii",
      "show \(node())", "show \(node()) --json", "find '**'", "find '[session]' --json",
      "find '[label=A]'", "trace \(random.pick(messages)) --from \(node())",
      "trace \(random.pick(messages)) --from \(node()) --json", "routes", "routes --json",
      "resolve Clock --from \(node())", "resolve Store --from \(node()) --json", "lint",
      "lint --json", "print --as-spec", "render --format dot",
      "raise \(random.pick(messages)) --from \(node()) --dry",
      "what-if remove \(node())",
    ]
  }

  @Test(arguments: seeds) func `for a tree of models, also after changes`(seed: UInt64) async throws
  {
    var random = RandomLiveTree(seed: seed)
    let root = random.models()
    let ways = try await WaysToATree(TestedTree { root })
    for turn in 0..<2 as Range<UInt64> {
      try await compare(ways, seed: seed << 8 + turn)
      for _ in 0..<3 { random.change(root) }
    }
  }

  @Test(arguments: seeds) func `for a tree of other objects, also after changes`(
    seed: UInt64
  ) async throws {
    var random = RandomLiveTree(seed: seed)
    let root = random.objects()
    let ways = try await WaysToATree(TestedTree { root })
    try await compare(ways, seed: seed)
    root.note = "changed"
    root.below = Array(root.below.dropLast())
    try await compare(ways, seed: seed + 1)
  }

  private func compare(_ ways: WaysToATree, seed: UInt64) async throws {
    for command in commands(try ways.snapshot(), seed: seed) {
      let inProcess = try ways.inProcess(command)
      let fromOutside = try await ways.fromOutside(command)
      #expect(fromOutside == inProcess, "\(command)")
      // A live tree's additional knowledge may explain an unhandled message.
      guard !command.hasPrefix("trace"), !command.hasPrefix("raise") else { continue }
      if command.hasPrefix("what-if") { continue }
      // One more rule applies to a live tree of models: leaked models.
      if command == "lint" { continue }
      let onDump = try ways.onDump(command)
      #expect(onDump == inProcess, "\(command)")
    }
  }
}

/// Whether tests run that take minutes: `MODELTREE_HEAVY_TESTS=1`.
enum HeavyTests {
  static let isOn = ProcessInfo.processInfo.environment["MODELTREE_HEAVY_TESTS"] == "1"
}
