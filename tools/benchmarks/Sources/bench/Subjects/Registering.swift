import ModelTree

/// The cost of registering with a closure and of unregistering, against a dictionary of closures.
let registering: [Measurement] = [
  Measurement(
    name: "runtime: register and unregister an error", unit: .nanoseconds,
    target: .atMostPeer(times: 2.2)
  ) { _ in
    compareRegistering([NetworkErrors.offline]) { $0.listen(for: $1) }
  },
  Measurement(
    name: "runtime: register and unregister an event", unit: .nanoseconds,
    target: .atMostPeer(times: 2.2)
  ) { _ in
    compareRegistering([AppEvent.languageChanged]) { $0.listen(for: $1) }
  },
  Measurement(
    name: "runtime: register and unregister, each of 4,096 errors", unit: .nanoseconds,
    target: .atMostPeer(times: 2.2)
  ) { _ in
    compareRegistering((0..<4_096).map { NumberedError(rawValue: $0) }) { $0.listen(for: $1) }
  },
  Measurement(
    name: "runtime: register and unregister, each of 4,096 events", unit: .nanoseconds,
    target: .atMostPeer(times: 2.2)
  ) { _ in
    compareRegistering((0..<4_096).map { NumberedEvent(rawValue: $0) }) { $0.listen(for: $1) }
  },
]

/// Registers one model of a busy tree for all codes, and unregisters it in another order.
@MainActor private func compareRegistering<Code: MessageCode>(
  _ codes: [Code], _ listen: @escaping (RegisteringModel, Code) -> Void
) -> Measurement.Outcome {
  let tree = AppTree(models: 10_000, chosen: 100) { BusyModel(parent: $0) }
  let model = RegisteringModel(parent: tree.middle)
  let plain = PlainListener<Code>()
  var random = FixedRandom()
  let mixed = random.shuffled(codes)
  return .compare(
    with: "Dictionary", per: codes.count,
    ours: { times in
      for _ in 0..<times {
        for code in codes { listen(model, code) }
        for code in mixed { model.unregister(for: code) }
      }
    },
    theirs: { times in
      for _ in 0..<times {
        for code in codes { plain.listen(for: code) }
        for code in mixed { plain.closures[code] = nil }
      }
    })
}

/// A model that registers while it lives.
private final class RegisteringModel: Model {
  private var received = 0

  func listen<Code: MessageCode>(for code: Code) {
    register(for: code) { [weak self] _ in self?.receive() }
  }

  private func receive() { received += 1 }
}

/// A receiver with a dictionary instead of a tree.
private final class PlainListener<Code: MessageCode> {
  var closures: [Code: (Code.Delivered) -> Void] = [:]
  private var received = 0

  func listen(for code: Code) {
    closures[code] = { [weak self] _ in self?.receive() }
  }

  private func receive() { received += 1 }
}
