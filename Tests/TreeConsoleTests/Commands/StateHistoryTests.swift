import ModelTree
import ModelTreeJournal
import TestSupport
import Testing

/// `modeltree history MODEL --state KEY`: who changed a value.
@Suite @MainActor struct `The history of a state` {
  private enum Step: String, BubbleNotificationName { case next }

  private final class Wallet: Model {
    var coins = 0
    var notes = 0
    override var state: KeyValuePairs<String, String> {
      ["coins": "\(coins)", "notes": "\(notes)"]
    }
  }

  @Test func `has the changes of the key that is named, and no others`() async throws {
    let folder = try TestFolder()
    let session = Session()
    session.record(in: try Journal(bytes: 1 << 20, file: folder.path(of: "app.journal")))
    session.open()
    let wallet = Wallet(parent: session)
    for change in [\Wallet.coins, \.notes, \.coins] {
      // The journal looks at a model once the main actor is free.
      for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
      wallet.register(for: Step.next) { [weak wallet] _ in wallet?[keyPath: change] += 1 }
      wallet.raise(Step.next)
      for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
      wallet.unregister(for: Step.next)
    }
    let coins = try folder.modeltree("history", "app.journal", "Wallet", "--state", "coins").text
    #expect(coins.contains("coins 0 → 1") && coins.contains("coins 1 → 2"), "\(coins)")
    #expect(!coins.contains("notes 0 → 1"), "\(coins)")
    let notes = try folder.modeltree("history", "app.journal", "Wallet", "--state", "notes").text
    #expect(notes.contains("notes 0 → 1") && !notes.contains("coins 0 → 1"), "\(notes)")
    let none = try folder.modeltree("history", "app.journal", "Wallet", "--state", "coin")
    none.expectRefusal("no key of its state is called 'coin'; did you mean 'coins'?")
  }
}
