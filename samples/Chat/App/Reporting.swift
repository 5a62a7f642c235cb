import ChatModels
import ModelTreeInspector
import ModelTreeJournal
import TreeObjects

// All that the app does for a journal: what reaches the controller is recorded on its way there, by the
// names that `Inspection.swift` declares.

extension ChatApp {
  /// Lets a view report what the user does to it.
  func report(_ event: ViewEvent, of view: View) {
    journal.record(
      .bubble("\(type(of: view))", event.rawValue), raisedBy: view, takenBy: [controller],
      hops: view is MessageView ? 2 : 1
    ) {
      view.report(event)
    }
  }
}

/// Stands between a data source and the controller, and passes on what it is told.
@MainActor
final class DelegateReporter: ChatDataSourceDelegate {
  private let journal: Journal
  private let controller: ChatController

  init(_ journal: Journal, _ controller: ChatController) {
    self.journal = journal
    self.controller = controller
  }

  func dataSourceDidChange() {
    record(.event("ChatDataSource", "didChange")) { controller.dataSourceDidChange() }
  }

  func dataSourceDidFail(_ failure: DataSourceFailure) {
    record(.error(failure.error)) { controller.dataSourceDidFail(failure) }
  }

  private func record(_ message: InspectedMessage, _ pass: () -> Void) {
    journal.record(
      message, raisedBy: controller.dataSource, takenBy: [controller], hops: 1, pass)
  }
}
