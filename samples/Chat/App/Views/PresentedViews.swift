import ChatModels

/// What can be chosen for a message.
final class ActionSheetView: View, ShowsViewModel {
  var viewModel: any ActionSheetViewModel
  /// What the user is about to choose; nil for the first.
  var selection: Choice?

  init(_ viewModel: any ActionSheetViewModel) { self.viewModel = viewModel }

  override class var events: [ViewEvent] { [.choose, .close] }
  override var lines: [String] {
    let choices = viewModel.choices.map { "[\($0.rawValue)]" }.joined(separator: " ")
    return ["\(viewModel.title): \(choices) [close]"]
  }
}

/// All that is known of a message.
final class DetailsView: View, ShowsViewModel {
  var viewModel: any DetailsViewModel

  init(_ viewModel: any DetailsViewModel) { self.viewModel = viewModel }

  override class var events: [ViewEvent] { [.close] }
  override var lines: [String] {
    ["\(viewModel.title) [close]"] + viewModel.rows.map { "  \($0.name): \($0.value)" }
  }
}

/// A word to the user, until the user does something.
final class NoticeView: View, ShowsViewModel {
  var viewModel: any NoticeViewModel

  init(_ viewModel: any NoticeViewModel) { self.viewModel = viewModel }

  override var lines: [String] { [viewModel.text] }
}
