import ExamMasterModels
import ModelTree
import ModelTreeJournal
import SampleApps

extension ExamMasterApp: FleetApp {
  static func sample(recordingIn file: String) throws -> ExamMasterApp {
    sample(recordingIn: try Journal(bytes: 1 << 16, file: file)) { _ in }
  }

  var screenName: String { window.frontTitle.lowercased().replacing(" ", with: "-") }

  static var defects: [Defect<ExamMasterApp>] {
    [
      Defect([
        .init("uncaught-error", at: "ExamSubjectPickerModel", "NetworkErrors.101"),
        .init("uncaught", at: "ExamSubjectPickerModel", "NetworkErrors.101"),
        // Where no model that raises it is in the tree.
        .init("unhandled-declaration", at: "AppAuthorizedSession", "NetworkErrors.101"),
      ]) {
        { $0.controller.session?.unregister(for: NetworkErrors.badToken) }
      },
      Defect([.init("unheard-event", at: "ExamCreationFlow", "AppEvent.ExamCreated")]) {
        { app in
          for menu in app.models(SideMenuModel.self) { menu.unregister(for: AppEvent.examCreated) }
        }
      },
      Defect([.init("shadowed-handler", at: "LoginFlow", "ApplicationErrors.100")]) {
        eachOnce(SignInModel.self) { $0.register(for: ApplicationErrors.onlyLettersAllowed) }
      },
      Defect([.init("twice", at: "DashboardModel")]) {
        eachOnce(MainFlow.self) { _ = DashboardModel(parent: $0) }
      },
      // No declaration says that it is raised: lint does not know of it, and journals do.
      Defect([.init("uncaught", at: "DashboardModel", "SearchErrors.100")]) {
        eachOnce(MainFlow.self) { flow in
          flow.children.first { $0 is DashboardModel }?.raise(SearchErrors.nothingFound)
        }
      },
      // Somebody keeps the flow of an exam, and does with it what is for its screen to do.
      Defect([.init("leaked", at: "ExamCreationFlow", "NetworkErrors.100")]) {
        var kept: [ExamCreationFlow] = []
        return { app in
          for flow in kept where flow.parent == nil { flow.raise(NetworkErrors.badResponse) }
          kept += app.models(ExamCreationFlow.self).filter { flow in !kept.contains { $0 === flow }
          }
        }
      },
    ]
  }

  /// Does something to each model of a type, as soon as it is there.
  private static func eachOnce<Found: Model>(
    _ type: Found.Type, change: @escaping @MainActor (Found) -> Void
  ) -> @MainActor (ExamMasterApp) -> Void {
    var changed: Set<Int> = []
    return { app in
      for model in app.models(type) where changed.insert(model.id).inserted { change(model) }
    }
  }

  private func models<Found: Model>(_ type: Found.Type) -> [Found] {
    controller.session?.subtree.compactMap { $0 as? Found } ?? []
  }
}
