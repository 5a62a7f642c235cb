/// Draws views in lines.
@MainActor
final class Window {
  private let tell: (String) -> Void

  /// - Parameter tell: shows a line to the user.
  init(tell: @escaping (String) -> Void) { self.tell = tell }

  /// Draws views one below the other.
  func draw(_ views: [View]) {
    tell("┌ Chat")
    for line in views.flatMap(\.lines) { tell("│ \(line)") }
  }
}
