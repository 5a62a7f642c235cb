/// Draws views in lines.
@MainActor
final class Window {
  private let output: (String) -> Void

  /// - Parameter output: shows a line to the user.
  init(output: @escaping (String) -> Void) { self.output = output }

  /// Draws views one below the other.
  func draw(_ views: [View]) {
    output("┌ Chat")
    for line in views.flatMap(\.lines) { output("│ \(line)") }
  }
}
