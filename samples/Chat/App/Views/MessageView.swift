import ChatModels

/// A message in the list.
final class MessageView: View, ShowsViewModel {
  var viewModel: any MessageViewModel

  init(_ viewModel: any MessageViewModel) { self.viewModel = viewModel }

  override class var events: [ViewEvent] { [.tap, .longPress] }
  override var name: String? { "\(viewModel.number)" }

  override var lines: [String] {
    let message = "\(viewModel.number)  \(viewModel.author): \(viewModel.text)"
    let quote = viewModel.quote.map { ["   “\($0)”"] } ?? []
    return quote + [[message, viewModel.status].compactMap { $0 }.joined(separator: "  ")]
  }
}

/// The messages from top to bottom.
final class MessageListView: View {
  var cells: [MessageView] = []

  override var subviews: [View] { cells }
  override var lines: [String] { cells.isEmpty ? ["no messages yet"] : super.lines }
}
