import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@Suite struct `Resolution of services` {
  /// App(API, Store) ─ (Flow ─ Local(API) ─ Leaf, Side)
  private func tree() throws -> Snapshot {
    var tree = SnapshotBuilder()
    tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
    tree.provide(service: "API")
    tree.provide(service: "Store")
    tree.addNode(id: 2, parent: 1, type: "Flow")
    tree.addNode(id: 3, parent: 2, type: "Local", isSession: true)
    tree.provide(service: "API")
    tree.provide(service: "Cache")
    tree.addNode(id: 4, parent: 3, type: "Leaf")
    tree.addNode(id: 5, parent: 1, type: "Side")
    return try tree.finish()
  }

  @Test(
    arguments: [
      ("API", 3, [2], 2, [0]), ("API", 2, [2], 2, [0]), ("API", 1, [0], 0, []),
      ("Store", 3, [2, 0], 0, []), ("Cache", 4, [0], nil, []), ("Nothing", 3, [2, 0], nil, []),
    ] as [(String, Int, [Int], Int?, [Int])])
  func `the nearest session that provides it gives it`(
    service: String, asker: Int, asked: [Int], provider: Int?, hidden: [Int]
  ) throws {
    let resolution = try tree().resolve(service: service, askedAt: asker)
    #expect(resolution.asked == asked)
    #expect(resolution.provider == provider)
    #expect(resolution.hidden == hidden)
  }

  @Test(arguments: [
    ("API", ["0 3", "2 2"], 0), ("Cache", ["2 2"], 3), ("Nothing", [], 5),
  ])
  func `each provider gives it to the models that no nearer one does`(
    service: String, expected: [String], without: Int
  ) throws {
    let found = try tree().providers(of: service)
    #expect(found.providers.map { "\($0.session) \($0.models)" } == expected)
    #expect(found.without == without)
  }

  @Test(arguments: 0..<40)
  func `the providers' shares are what asking for every model gives`(seed: Int) throws {
    let snapshot = try RandomTree().snapshot(seed: UInt64(seed))
    for service in snapshot.knownServices + ["nobody's"] {
      var shares: [Int: Int] = [:]
      var without = 0
      for position in snapshot.positions {
        if let provider = snapshot.resolve(service: service, askedAt: position).provider {
          shares[provider, default: 0] += 1
        } else {
          without += 1
        }
      }
      let found = snapshot.providers(of: service)
      #expect(found.without == without)
      #expect(
        Dictionary(uniqueKeysWithValues: found.providers.filter { $0.models > 0 }.map { ($0, $1) })
          == shares)
    }
  }

  @Test func `every service is known once`() throws {
    #expect(try tree().knownServices == ["API", "Store", "Cache"])
  }
}
