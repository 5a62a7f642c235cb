import CAllocator
import ModelTree

/// The memory that a tree keeps after models have left, by the allocator's count of bytes in use.
let memoryThatStays: [Measurement] = [
  Measurement(
    name: "runtime: memory that stays of 1,000,000 released models", unit: .percent,
    target: .atMost(8), isHeavy: true
  ) { _ in
    measureRelease {
      let model = PlainModel(parent: $0)
      model.register(for: NetworkErrors.badToken)
      model.register(for: AppEvent.languageChanged)
      return model
    }
  },
  Measurement(
    name: "runtime: memory that stays of 1,000,000 released models with closures", unit: .percent,
    target: .atMost(8), isHeavy: true
  ) { _ in
    measureRelease { ScreenModel(parent: $0) }
  },
  Measurement(
    name: "runtime: memory that stays of each code once raised", unit: .bytes, target: .atMost(300)
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

/// The share of a large flow's memory that stays after the flow has left a tree that lives on.
@MainActor private func measureRelease(_ make: (Model) -> Model) -> Measurement.Outcome {
  let session = Session()
  let before = callocator_bytes_in_use()
  grow(below: PlainModel(parent: session), make)
  let during = callocator_bytes_in_use()
  for child in session.children { child.removeFromParent() }
  // A message, because the tree may defer work until then.
  session.raise(AppEvent.languageChanged)
  let after = callocator_bytes_in_use()
  return Measurement.Outcome(
    ours: Samples([100 * Double(after - before) / Double(during - before)]))
}

@MainActor private func grow(below flow: Model, _ make: (Model) -> Model) {
  var growth = TreeGrowth(from: flow)
  for _ in 0..<1_000_000 { _ = growth.next(make) }
}
