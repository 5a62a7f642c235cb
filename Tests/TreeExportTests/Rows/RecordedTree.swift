import ModelTree
import ModelTreeJournal

/// A tree in whose journal each kind of message has been raised.
@MainActor
final class RecordedTree {
  enum Net: Int, ErrorCode { case offline = 100, badToken }
  enum Menu: String, BubbleNotificationName { case show }
  enum App: String, GlobalEventName { case start }

  private let session = Session()
  let journal = Journal(bytes: 1 << 18)

  init() {
    session.record(in: journal)
    session.open()
    session.register(for: Net.offline)
    let form = Model(parent: session)
    form.register(for: App.start)
    for _ in 0..<2 {
      form.raise(Net.offline)
      form.raise(Net.badToken)
      form.raise(Menu.show)
      form.raise(App.start)
      form.unregister(for: App.start)
    }
    form.removeFromParent()
  }
}
