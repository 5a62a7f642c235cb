// Help.swift: a tree of models below an object that isn't a model.
import ModelTree
import ModelTreeInspector
import TreeObjects

enum HelpErrors: String, ErrorCode, CaseIterable { case noAnswer }

final class HelpSession: Session {
  var onUncaught: ((ModelError) -> Void)?

  override func handleUncaught(_ error: ModelError) { onUncaught?(error) }
}

final class QuestionModel: Model {}

@MainActor
final class HelpScreen {
  let session = HelpSession()
  private(set) var problem: String?

  init() {
    _ = QuestionModel(parent: session)
    session.onUncaught = { [weak self] error in self?.problem = error.code }
  }
}

extension HelpScreen: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [session] }
  var inspectedSubscriptions: [InspectedMessage] { [.error(HelpErrors.self)] }
  func receive(_ test: TestMessage) { problem = test.code }
}
