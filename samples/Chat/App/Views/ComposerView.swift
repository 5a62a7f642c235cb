import ChatModels

/// The field in which a message is written.
final class ComposerView: View, ShowsViewModel {
  var viewModel: any ComposerViewModel
  /// What has been written so far.
  var text = ""

  init(_ viewModel: any ComposerViewModel) { self.viewModel = viewModel }

  override class var events: [ViewEvent] { [.send] }
  override var lines: [String] { ["› \(text.isEmpty ? viewModel.prompt : text)"] }
}
