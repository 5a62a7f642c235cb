import ModelTree

private enum FeedBubbles: String, BubbleNotificationName { case changed }
private enum ListBubbles: String, BubbleNotificationName { case scrolled }

private final class List: Model {}
private final class Row: Model {}

/// Two models answer each other until they have had enough.
@MainActor func storm(_ session: Session) async throws {
  var rounds = 0
  let list = List(parent: session)
  let row = Row(parent: list)
  list.register(for: FeedBubbles.changed) { [weak row] _ in row?.raise(ListBubbles.scrolled) }
  list.register(for: ListBubbles.scrolled) { [weak row] _ in
    rounds += 1
    if rounds < 100 { row?.raise(FeedBubbles.changed) }
  }
  row.raise(FeedBubbles.changed)
}
