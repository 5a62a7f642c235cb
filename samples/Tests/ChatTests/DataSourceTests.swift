import ChatModels
import SampleTesting
import Testing

/// What a data source is asked for, with a courier that can be held.
@MainActor
private final class Listener: ChatDataSourceDelegate {
  var changes = 0
  var failures: [DataSourceError] = []

  func dataSourceDidChange() { changes += 1 }
  func dataSourceDidFail(_ failure: DataSourceFailure) { failures.append(failure.error) }
}

/// Both data sources keep the same promises.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct DataSourceTests {
  private let courier = SimulatedCourier()
  private let listener = Listener()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataSource(inFile: Bool) throws -> MessageDataSource {
    let dataSource: MessageDataSource =
      if inFile {
        try FileDataSource(path: folder.path("chat.jsonl"), courier: courier)
      } else {
        MemoryDataSource(courier: courier)
      }
    dataSource.delegate = listener
    return dataSource
  }

  private func settle(_ dataSource: MessageDataSource) async {
    while dataSource.pendingCount > courier.waitingCount { await Task.yield() }
  }

  @Test(arguments: [false, true])
  func `a message is on its way, and then sent`(inFile: Bool) async throws {
    let dataSource = try dataSource(inFile: inFile)
    #expect(dataSource.send("Hello", replyingTo: nil))
    #expect(dataSource.conversation.messages.map(\.delivery) == [.sending])
    await settle(dataSource)
    #expect(dataSource.conversation.messages.map(\.delivery) == [.sent])
    #expect(listener.changes == 2)
    #expect(listener.failures.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a message that cannot be sent is reported, kept, and can be sent again`(
    inFile: Bool
  ) async throws {
    let dataSource = try dataSource(inFile: inFile)
    courier.failNext()
    #expect(dataSource.send("Hello", replyingTo: nil))
    await settle(dataSource)
    #expect(listener.failures == [.offline])
    #expect(dataSource.conversation.messages.map(\.kind) == [.failed])
    dataSource.resend(1)
    await settle(dataSource)
    #expect(dataSource.conversation.messages.map(\.delivery) == [.sent])
  }

  @Test(arguments: [false, true])
  func `an answer that arrives after its message was deleted is dropped`(
    inFile: Bool
  ) async throws {
    let dataSource = try dataSource(inFile: inFile)
    courier.failNext()
    courier.pause()
    #expect(dataSource.send("Hello", replyingTo: nil))
    await settle(dataSource)
    dataSource.delete(1)
    #expect(dataSource.send("Another", replyingTo: nil))
    await settle(dataSource)
    #expect(dataSource.conversation.messages.map(\.id) == [2])
    courier.resume()
    await settle(dataSource)
    #expect(listener.failures.isEmpty)
    #expect(dataSource.conversation.messages.map(\.delivery) == [.sent])
  }

  @Test(arguments: [false, true])
  func `only what has failed is sent again`(inFile: Bool) async throws {
    let dataSource = try dataSource(inFile: inFile)
    dataSource.receive("Hello", from: "Ben")
    #expect(dataSource.send("Hi", replyingTo: 1))
    await settle(dataSource)
    let changes = listener.changes
    for id in 0...3 { dataSource.resend(id) }
    dataSource.delete(9)
    #expect(listener.changes == changes)
    #expect(dataSource.pendingCount == 0)
  }

  @Test func `an answer may come when the data source has gone`() async throws {
    weak var gone: MessageDataSource?
    courier.pause()
    do {
      let dataSource = try dataSource(inFile: false)
      #expect(dataSource.send("Hello", replyingTo: nil))
      await settle(dataSource)
      gone = dataSource
    }
    #expect(gone == nil)
    courier.resume()
    await Task.yield()
    #expect(listener.changes == 1)
  }
}
