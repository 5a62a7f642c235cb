import ExamMasterModels
import ModelTree

/// The screen of each model that has one. Submodels, such as forms and searches, have none.
@MainActor
func makeScreen(for model: Model) -> Screen? {
  switch model {
  case is LoginFlow: LoginStack("", of: model, makeScreen: makeScreen)
  case is SignInModel: SignInScreen("Sign in")
  case is RegistrationModel: RegistrationScreen("Register")
  case let flow as MainFlow: MainStack(flow)
  case is DashboardModel: DashboardScreen("Dashboard")
  case is SideMenuModel: SideMenuScreen("Side menu")
  case is ExamCreationFlow: ExamCreationStack("New exam", of: model, makeScreen: makeScreen)
  case let picker as ExamSubjectPickerModel: PickerScreen("Subject", picker)
  case let picker as ExamTopicPickerModel: PickerScreen("Topic", picker)
  case is ExamOptionsPickerModel: OptionsScreen("Options")
  case is ExamCreationConfirmationModel: ConfirmationScreen("Confirmation")
  default: nil
  }
}

final class LoginStack: ScreenStack {}

final class SignInScreen: Screen {
  override var text: String? { "sign-in NAME, or register" }
}

final class RegistrationScreen: Screen {
  override var text: String? { "sign-in NAME, or back" }
}

/// The dashboard and the screens in front of it, with the side menu.
final class MainStack: ScreenStack {
  private var menu: Screen?
  /// Whether the menu is shown, until anything else happens.
  private var isMenuShown = false

  init(_ flow: MainFlow) {
    super.init("", of: flow, makeScreen: makeScreen)
    flow.showSideMenuSignal.subscribeNext { [weak self] in self?.showMenu() }.ownedBy(flow)
  }

  override func push(_ model: Model) {
    isMenuShown = false
    guard model is SideMenuModel, let menu = makeScreen(for: model) else {
      return super.push(model)
    }
    model.applyRepresentation(menu)
    self.menu = menu
  }

  override func remove(_ model: Model) {
    isMenuShown = false
    super.remove(model)
  }

  override func goBack() -> Bool {
    guard isMenuShown else { return super.goBack() }
    isMenuShown = false
    changedSignal.sendNext()
    return true
  }

  private func showMenu() {
    isMenuShown = true
    changedSignal.sendNext()
  }

  func closeMenu() {
    guard isMenuShown else { return }
    isMenuShown = false
    changedSignal.sendNext()
  }

  override var path: [String] { super.path + (isMenuShown ? menu?.path ?? [] : []) }

  override var front: Screen { isMenuShown ? menu ?? super.front : super.front }
}

final class DashboardScreen: Screen {
  override var text: String? { "start-exam, menu, or log-out" }
}

final class SideMenuScreen: Screen {
  override var text: String? {
    let count = model(SideMenuModel.self)?.examsCount ?? 0
    return "\(count == 1 ? "1 exam" : "\(count) exams"); start-exam, log-out, or back"
  }
}

final class ExamCreationStack: ScreenStack {}

/// A list to pick from, or what a search has found in it.
final class PickerScreen: Screen {
  init(_ title: String, _ picker: PickerModel) {
    super.init(title)
    picker.offers.subscribeNext { [weak self] _ in self?.changedSignal.sendNext() }.ownedBy(self)
  }

  override var text: String? {
    guard let offers = model(PickerModel.self)?.offers.value, !offers.isEmpty else { return nil }
    return "pick \(offers.joined(separator: ", ")); search TEXT, or back"
  }
}

final class OptionsScreen: Screen {
  override var text: String? {
    model(ExamOptionsPickerModel.self).map {
      "options MINUTES QUESTIONS (\($0.minutes) and \($0.questions)), or back"
    }
  }
}

final class ConfirmationScreen: Screen {
  override var text: String? {
    model(ExamCreationConfirmationModel.self).map { model in
      let exam = model.exam
      return "\(exam.subject), \(exam.topic), \(exam.minutes) minutes, "
        + "\(exam.questions) questions; confirm, or back"
    }
  }
}
