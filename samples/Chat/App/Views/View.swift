/// What a user can do to a view, as the view reports it.
enum ViewEvent: String {
  case tap
  case longPress
  case send
  case choose
  case close
}

/// A part of what the user sees. It reports what the user does to it, and decides nothing.
@MainActor
class View {
  /// What a view of this class can report.
  class var events: [ViewEvent] { [] }

  /// Receives what the user does.
  var onEvent: ((ViewEvent) -> Void)?

  var subviews: [View] { [] }
  /// Distinguishes the view from others of its class.
  var name: String? { nil }
  /// What it looks like, from top to bottom.
  var lines: [String] { subviews.flatMap(\.lines) }

  /// The user did something that a view of this class can report.
  final func report(_ event: ViewEvent) {
    assert(Self.events.contains(event))
    onEvent?(event)
  }
}

/// A view that gets what it shows as an object behind a protocol.
@MainActor
protocol ShowsViewModel: View {
  associatedtype ViewModel
  var viewModel: ViewModel { get set }
}
