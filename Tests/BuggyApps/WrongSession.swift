import ModelTree

private enum EditorEvents: String, GlobalEventName { case saved }

private final class EditorSession: Session {}
private final class TextEditor: Model {}
private final class DocumentList: Model {}

/// The editor's event ends at its own session, and the list outside of it never hears of it.
@MainActor func wrongSession(_ session: Session) async throws {
  let list = DocumentList(parent: session)
  list.register(for: EditorEvents.saved)
  let editing = EditorSession(parent: session)
  editing.open()
  TextEditor(parent: editing).raise(EditorEvents.saved)
}
