import TreeSnapshot

/// Draws views in lines.
@MainActor
final class Window {
  let tell: (String) -> Void

  /// - Parameter tell: shows a line to the user.
  init(tell: @escaping (String) -> Void) { self.tell = tell }

  /// Draws views one below the other.
  func draw(_ views: [View]) {
    tell("┌ Chat")
    // Whatever somebody writes, it stays in its line.
    for line in views.flatMap(\.lines) { tell("│ \(SafeText.escape(line))") }
  }

  /// Says why something that was typed cannot be done.
  func complain(_ error: UserError) { tell(SafeText.escape("! \(error)")) }
}
