/// A place in a router's navigation: what is around a controller, and the state that it is in.
@MainActor
final class Screen {
  /// The link that leads here.
  let link: DeepLink
  let title: String
  private let standingButtons: [BarButton]
  private(set) var state: State = .loading(LoadingController())
  /// What is being done on the screen, such as `saving`.
  private(set) var work: String?
  /// What went wrong with what was done on the screen last.
  private(set) var notice: String?
  /// What the screen shows is another.
  var onChange: (() -> Void)?
  /// Asks for what the screen shows; set by the router that shows the screen.
  var onLoad: (() -> Void)?
  private var questions = 0

  init(link: DeepLink, title: String, buttons: [BarButton] = []) {
    self.link = link
    self.title = title
    standingButtons = buttons
  }
}

extension Screen {
  /// The four states.
  enum State {
    case loading(LoadingController)
    case failed(ErrorController)
    case empty(EmptyController)
    case loaded(any Controller, buttons: [BarButton])
  }

  var controller: any Controller {
    switch state {
    case .loading(let controller): controller
    case .failed(let controller): controller
    case .empty(let controller): controller
    case .loaded(let controller, _): controller
    }
  }

  var buttons: [BarButton] {
    guard case .loaded(_, let buttons) = state else { return standingButtons }
    return standingButtons + buttons
  }

  /// Whether a person may be writing something down that is not stored yet.
  var holdsDraft: Bool { controller is any FormController }

  /// Asks for what the screen shows, once more.
  func load() { onLoad?() }

  /// Shows that a question was asked.
  ///
  /// - Returns: the question, whose answer is shown unless another has been asked since.
  func beginLoading() -> Int {
    questions += 1
    notice = nil
    state = .loading(LoadingController())
    onChange?()
    return questions
  }

  /// Shows the answer to a question, unless it comes too late.
  func finishLoading(_ question: Int, _ answer: State) {
    guard question == questions else { return }
    state = answer
    onChange?()
  }

  /// Shows that something is being done; one thing at a time.
  ///
  /// - Returns: whether nothing else is being done.
  func begin(_ work: String) -> Bool {
    guard self.work == nil else { return false }
    self.work = work
    notice = nil
    onChange?()
    return true
  }

  /// Shows that what was being done is over, and what went wrong with it.
  func finish(notice: String? = nil) {
    work = nil
    self.notice = notice
    onChange?()
  }
}
