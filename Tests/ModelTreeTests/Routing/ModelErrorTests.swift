import ModelTree
import Testing

/// The contents of an error on its way.
@Suite struct `Errors of models` {
  private struct Underlying: Error, CustomStringConvertible { let description = "no network" }

  private final class Picker: Model {
    func fail(line: UInt = #line) {
      raise(NetworkErrors.badToken, underlying: Underlying(), context: "expired", line: line)
    }
  }

  private func session(_ receive: @escaping (ModelError) -> Void) -> Session {
    let root = Session()
    root.register(forAll: NetworkErrors.self, handler: receive)
    return root
  }

  @Test func `an error tells who raised it, where, and why`() {
    var received: ModelError?
    let root = session { received = $0 }
    Picker(parent: Model(parent: root)).fail(line: 77)
    #expect(received?.raiser?.type == "Picker")
    #expect(received?.raiser?.id == 3)
    #expect(received?.source == "ModelErrorTests.swift:77")
    #expect(received?.underlying is Underlying)
    #expect(received.map { "\($0)" } == "NetworkErrors.101 (badToken): expired")
    #expect(
      received.map { String(reflecting: $0) }
        == "NetworkErrors.101 (badToken): expired, raised by Picker #3, made at "
        + "ModelErrorTests.swift:77, because of no network")
  }

  @Test func `an error that was made elsewhere keeps where it was made`() {
    var received: ModelError?
    let root = session { received = $0 }
    let made = ModelError(NetworkErrors.badResponse, file: "App/Client.swift", line: 5)
    #expect(made.raiser == nil)
    Model(parent: root).raise(made)
    #expect(received?.source == "Client.swift:5")
    #expect(received?.raiser?.description == "Model #2")
  }

  @Test func `an error that is raised again keeps who raised it first`() {
    var received: [ModelError] = []
    let root = session { received.append($0) }
    let flow = Model(parent: root)
    flow.register(for: NetworkErrors.badToken) { [unowned flow] error in
      flow.unregister(for: NetworkErrors.badToken)
      flow.raise(error)
    }
    let leaf = Picker(parent: flow)
    leaf.raise(NetworkErrors.badToken)
    #expect(received.map { $0.raiser?.id } == [leaf.id])
    #expect(received[0].raiser == received[0].raiser)
  }

  @Test func `an error is kept and sent anywhere, and holds no model`() async {
    var received: ModelError?
    let root = session { received = $0 }
    weak var raiser: Model?
    do {
      let leaf = Picker(parent: root)
      raiser = leaf
      leaf.fail()
      leaf.removeFromParent()
    }
    #expect(raiser == nil)
    guard let error = received else { return }
    let type = await Task.detached { error.raiser?.type }.value
    #expect(type == "Picker")
  }
}
