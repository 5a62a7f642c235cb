// Notes.swift: the examples of "Keeping sessions".
import ModelTree
import ModelTreeStorage

final class NotesSession: Session, ArchivingSession {
  private(set) var draft = ""

  var archived: [String] { [draft] }

  func restore(_ archived: [String]) { draft = archived.first ?? "" }

  func write(_ text: String) {
    draft = text
    archive()
  }
}

@MainActor func makeNotes(keptIn store: any SessionStore) -> SessionController {
  let controller = SessionController(
    store: store, anonymous: { Session() }, authorized: { NotesSession(credentials: $0) })
  controller.archiveErrorSignal.subscribeNext { error in
    if case SessionArchiveError.content(let session, _) = error {
      print("\(session) opens without its draft")
    } else {
      print("not kept: \(error)")
    }
  }
  return controller
}

@MainActor func keepADraft(in path: String) {
  let first = makeNotes(keptIn: FileSessionStore(path: path))
  first.start()
  first.session?.close(with: Credentials(userID: "1", userName: "Ann", token: "t1"))
  (first.session as? NotesSession)?.write("half a thought")
  first.stop()

  let second = makeNotes(keptIn: FileSessionStore(path: path))
  second.start()
  if let session = second.session as? NotesSession {
    print(session.credentials?.userName ?? "nobody", "wrote:", session.draft)
  }
  second.session?.close()
}

@MainActor func openWithoutTheDraft() {
  let ann = Credentials(userID: "1", userName: "Ann", token: "t1")
  let kept = SessionArchive(credentials: ann, content: "no JSON of ours")
  let controller = makeNotes(keptIn: MemorySessionStore(kept))
  controller.start()
  print(controller.session?.credentials?.userName ?? "nobody")
}
