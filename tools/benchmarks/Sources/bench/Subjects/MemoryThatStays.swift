import CAllocator
import ModelTree

/// What a tree still holds of what has gone, by the allocator's count of bytes in use.
let memoryThatStays: [Measurement] = [
  Measurement(
    name: "runtime: memory that stays of 1,000,000 released models", unit: .percent,
    target: .atMost(15), isHeavy: true
  ) { _ in
    let session = Session()
    let before = callocator_bytes_in_use()
    makeFlow(of: 1_000_000, below: session)
    let during = callocator_bytes_in_use()
    session.children.forEach { $0.removeFromParent() }
    // A message, since the tree may put off what it has to do until then.
    session.raise(AppEvent.languageChanged)
    let after = callocator_bytes_in_use()
    return Measurement.Outcome(
      ours: Samples([100 * Double(after - before) / Double(during - before)]))
  },
  Measurement(
    name: "runtime: memory that stays of each code once raised", unit: .bytes, target: .atMost(0)
  ) { _ in
    let session = Session()
    let count = 100_000
    let before = callocator_bytes_in_use()
    for number in 0..<count { session.raise(NumberedError(rawValue: number)) }
    let after = callocator_bytes_in_use()
    withExtendedLifetime(session) {}
    return Measurement.Outcome(ours: Samples([Double(after - before) / Double(count)]))
  },
]

private func makeFlow(of count: Int, below session: Session) {
  var growth = TreeGrowth<Model>(from: PlainModel(parent: session))
  for _ in 0..<count { _ = growth.next { ScreenModel(parent: $0) } }
}
