import ModelTree
import ModelTreeJournal
import TestSupport

enum UploadErrors: Int, ErrorCode {
  case rejected = 100
}

enum ExamEvent: String, GlobalEventName {
  case created, tick
}

final class AppSession: Session {}
final class MenuModel: Model {
  var count: Int?
  override var state: KeyValuePairs<String, String> {
    count.map { ["count": "\($0)"] } ?? [:]
  }
}
final class ExamFlow: Model {}
final class Badge: Model {}

/// A run of a small app, in a file.
@MainActor
final class SmallApp {
  let journal: Journal
  let session = AppSession()
  let menu: MenuModel
  let flow: ExamFlow

  init(
    _ file: String, bytes: Int = 1 << 18, texts: Journal.Texts = .all,
    payloads: Journal.Payloads = .omitted
  ) throws {
    journal = try Journal(bytes: bytes, file: file, texts: texts, payloads: payloads)
    session.record(in: journal)
    session.open()
    menu = MenuModel(parent: session)
    flow = ExamFlow(parent: session)
  }

  /// What a person does; a large exam is uploaded.
  func create(questions: Int) {
    menu.register(for: ExamEvent.created) { [menu] event in
      guard (event.object as? Int ?? 0) > 300 else { return }
      menu.register(for: UploadErrors.rejected) { _ in }
      menu.unregister(for: UploadErrors.rejected)
      menu.raise(UploadErrors.rejected)
    }
    session.perform("options", "90", "\(questions)") {
      _ = flow.raise(ExamEvent.created, with: questions)
    }
  }
}

extension TestFolder {
  /// A folder with the journal of a session, which opens, in `app.journal`.
  @MainActor convenience init(recording session: Session) throws {
    try self.init()
    session.record(in: try Journal(bytes: 1 << 20, file: path(of: "app.journal")))
    session.open()
  }
}
