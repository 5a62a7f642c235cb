public import ModelTree
import ModelTreeJournal
import TextIO
public import TreeObjects
import TreeSnapshot

// A single model, anywhere in a tree of an app's objects.
extension Model: @MainActor Inspectable {
  /// The models below this one.
  public var inspectedChildren: [AnyObject?] { children }

  /// The model's label.
  public var inspectedLabel: String? { label }

  /// The model's subscriptions.
  public var inspectedSubscriptions: [InspectedMessage] {
    subscriptions.map {
      InspectedMessage(
        InspectedMessage.Kind($0.kind), domain: $0.domain, code: $0.code, label: $0.label,
        source: $0.source)
    }
  }

  /// The messages that the model is known to raise.
  public var inspectedRaises: [InspectedMessage] {
    knownRaises.map {
      InspectedMessage(
        InspectedMessage.Kind($0.message.kind), domain: $0.message.domain, code: $0.message.code,
        label: $0.label, source: nil)
    }
  }

  /// The services of a session.
  public var inspectedServices: [String] { (self as? Session)?.serviceNames ?? [] }

  /// Whether the model is a session.
  public var isInspectedSession: Bool { self is Session }

  /// The screen object that shows the model.
  public var inspectedRepresentation: AnyObject? { representation }

  /// The model's state.
  public var inspectedState: KeyValuePairs<String, String> { state }

  /// The line that created the model.
  public var inspectedSource: String? { creationSource }

  /// Runs the model's own handler.
  ///
  /// - Throws: `NoTestsReceived` if the model is no longer registered.
  public func receive(_ test: TestMessage) throws {
    let message = Message(kind: Message.Kind(test.kind), domain: test.domain, code: test.code)
    if !handleTest(message) { throw NoTestsReceived() }
  }
}

/// A model as a root stands for its whole tree, because routes may lead through all of it. It takes
/// the snapshot in one step, and records routes by itself.
extension Model: @MainActor InspectableTree {
  func snapshot(ofTreeNamed name: String?) -> Snapshot { root.snapshot(name: name) }

  func count() -> Int { root.subtreeCount }

  var changeCount: Int? { revision + declaredCount + workChanges }

  func descriptionDigest() -> Int { descriptions }

  func raiseTest(
    _ message: Message, with json: JSONValue?, at raiser: Int, in snapshot: Snapshot
  ) throws -> TestRun? {
    guard let model = root.model(withID: snapshot[raiser].id) else { return nil }
    do throws(TestPayloadError) {
      let value = try model.testPayload(of: message, from: json)
      let unread = json.flatMap { $0.unreadKey(of: value) }
      return TestRun(
        taken: model.raiseTest(message, carrying: value), notes: unread.map { [$0] } ?? [])
    } catch {
      if json != nil { throw error }
      try snapshot.checkNoValueIsTaken(with: message, raisedAt: raiser, remedy: error.remedy)
      return TestRun(
        taken: model.raiseTest(message),
        notes: [
          "\(message) carries no value here, and its handler may expect one; \(error.remedy)"
        ])
    }
  }

  func beExplored(by run: ExploredRun) {
    if let session = root as? Session { run.hold(session) }
  }

  func beRecorded(in journal: Journal) {
    if recording == nil { beginRecording(in: journal) }
  }

  var treeToken: AnyObject? { inspectionToken }

  func inspectionBegins(as name: String) {
    beginKeepingFormerPlaces()
    nameTree(name)
  }

  func endedSubscriptions() -> [EndedSubscription] { subscriptionsEnded() }

  var knowsLeakedModels: Bool { true }

  func leakedModels() -> [LeakedModel] { allLeakedModels() }
}
