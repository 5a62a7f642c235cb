/// Explains blocks that no root leads to: they hold each other, or something unreached holds them.
struct CycleSearch {
  private let search: HolderSearch
  /// The number of blocks that are looked at for one answer.
  private static let limit = 2_000_000

  init(_ search: HolderSearch) { self.search = search }

  /// What holds a block that no root leads to, as a chain down to it.
  struct Chain {
    var blocks: [Int]
    var isCycle: Bool
    /// Whether a less sure reference leads to one of them from outside.
    var isReached = false
  }

  /// The shortest way from a block back to itself; nil if there is none.
  func cycle(through unit: Int) -> [Int]? {
    var parents: [Int: Int] = [:]
    var frontier = [unit]
    while !frontier.isEmpty, parents.count < Self.limit {
      var next: [Int] = []
      for block in frontier {
        var isClosed = false
        forEachTarget(of: block) { target in
          if target == unit { isClosed = true }
          if target == unit || parents[target] != nil || search.isReached(target) { return }
          parents[target] = block
          next.append(target)
        }
        if isClosed { return chain(to: block, from: unit, parents) + [unit] }
      }
      frontier = next
    }
    return nil
  }

  private func chain(to last: Int, from first: Int, _ parents: [Int: Int]) -> [Int] {
    var chain = [last]
    while let block = chain.last, block != first, let parent = parents[block] {
      chain.append(parent)
    }
    return chain.reversed()
  }

  /// What holds blocks that no root leads to and that aren't in a cycle. Costs a look at every
  /// unreached block.
  func holders(of units: [Int]) -> [Int: Chain] {
    var holders: [Int: [Int]] = [:]
    var count = 0
    search.heap.blocks.forEach { block in
      guard !search.isReached(block) else { return true }
      forEachTarget(of: block) { target in
        if !search.isReached(target) && target != block {
          holders[target, default: []].append(block)
          count += 1
        }
      }
      return count < Self.limit
    }
    var chains: [Int: Chain] = [:]
    for unit in units { chains[unit] = chain(above: unit, holders) }
    return chains
  }

  /// Walks from a block to its holders, until one has none or holds itself.
  private func chain(above unit: Int, _ holders: [Int: [Int]]) -> Chain? {
    var children: [Int: Int] = [:]
    var frontier = [unit]
    while !frontier.isEmpty {
      var next: [Int] = []
      for block in frontier {
        if block != unit, holders[block] == nil || cycle(through: block) != nil {
          var chain = [block]
          while let last = chain.last, last != unit, let child = children[last] {
            chain.append(child)
          }
          guard let cycle = cycle(through: block) else {
            return Chain(blocks: chain, isCycle: false)
          }
          return Chain(blocks: cycle.dropLast() + chain, isCycle: true)
        }
        for holder in holders[block] ?? [] where holder != unit && children[holder] == nil {
          children[holder] = block
          next.append(holder)
        }
      }
      frontier = next
    }
    return nil
  }

  private func forEachTarget(of block: Int, _ body: (Int) -> Void) {
    let address = search.heap.blocks.address(of: block)
    guard let header = search.reader.header(address), header.type.shape != .unknown else { return }
    search.reader.forEachReference(at: address, header) { word, isRaw, _ in
      if !isRaw, let target = search.block(word) { body(target) }
    }
  }
}
