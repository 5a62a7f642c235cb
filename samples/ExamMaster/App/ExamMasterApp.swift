import ExamMasterModels
import ModelTree
import TreeSnapshot

/// The app without screens: what a user would see is told in lines, what a user would tap is typed.
@MainActor
final class ExamMasterApp {
  let controller: SessionController
  private let tell: (String) -> Void

  init(tell: @escaping (String) -> Void) {
    self.tell = tell
    let isolation = TreeIsolation()
    controller = SessionController(
      anonymous: { AppAnonymousSession(isolation: isolation) },
      authorized: { AppAuthorizedSession($0, isolation: isolation) })
    controller.sessionSignal.subscribeNext { [weak self] session in
      if let session { self?.show(session) }
    }
  }

  func start() { controller.start() }

  /// The tree as it is now; nil where no session is open.
  func snapshot() -> Snapshot? { controller.session?.snapshot(name: "ExamMaster") }

  /// Waits until every request has been answered.
  func settle() async {
    while let client = busyClient {
      await withCheckedContinuation { continuation in
        var waiting: CheckedContinuation<Void, Never>? = continuation
        client.pendingCount.subscribeNext { count in
          guard count == 0 else { return }
          waiting?.resume()
          waiting = nil
        }.ownedBy(client)
      }
    }
  }

  private var busyClient: DelayedService? {
    guard let session = controller.session else { return nil }
    let clients: [DelayedService?] = [
      try? session.service(AuthorizationClient.self), try? session.service(APIClient.self),
    ]
    return clients.lazy.compactMap { $0 }.first { $0.pendingCount.value > 0 }
  }
}

// What a user sees. It follows the growth of the tree: each model tells when it pushes a child.
extension ExamMasterApp {
  private func show(_ model: Model) {
    present(model)
    model.errorSignal.subscribeNext { [tell] error in tell("! \(error)") }.ownedBy(model)
    model.pushChildSignal.subscribeNext { [weak self] child in self?.show(child) }.ownedBy(model)
    for child in model.children { show(child) }
  }

  private func present(_ model: Model) {
    switch model {
    case is SignInModel: tell("Sign in: sign-in NAME, or register")
    case is RegistrationModel: tell("Register: sign-in NAME")
    case is DashboardModel: tell("Dashboard: start-exam, menu, log-out")
    case let flow as MainFlow:
      flow.showSideMenuSignal.subscribeNext { [tell, weak flow] in
        let menu = flow?.children.lazy.compactMap { $0 as? SideMenuModel }.first
        tell("Side menu: \(menu?.examsCount ?? 0) exams; start-exam, log-out")
      }.ownedBy(flow)
      flow.wantsRemoveChildSignal.subscribeNext { [tell] _ in
        tell("Back to the dashboard")
      }.ownedBy(flow)
    case let picker as ExamSubjectPickerModel:
      picker.subjects.subscribeNext { [tell] subjects in
        if !subjects.isEmpty {
          tell("Pick a subject: \(subjects.joined(separator: ", "))")
        }
      }.ownedBy(picker)
    case let picker as ExamTopicPickerModel:
      tell("Pick a topic: \(picker.topics.joined(separator: ", "))")
    case let picker as ExamOptionsPickerModel:
      tell("Options: options MINUTES QUESTIONS (\(picker.minutes) and \(picker.questions))")
    case let confirmation as ExamCreationConfirmationModel:
      let exam = confirmation.exam
      tell(
        "Exam in \(exam.subject), \(exam.topic), \(exam.minutes) minutes, "
          + "\(exam.questions) questions: confirm")
    default: break
    }
  }
}
