/// The lines on a screen, printed in the terminal as they appear.
@MainActor
final class Page {
  private let title: String
  private let output: (String) -> Void
  /// What is shown, the most telling line first.
  private(set) var lines: [String] = []
  /// The error below the lines, until they are shown anew.
  private(set) var error: String?
  /// How often lines were shown.
  private(set) var renderCount = 0

  /// An empty page.
  ///
  /// - Parameters:
  ///   - title: what the screen is called.
  ///   - output: shows a line to the user.
  init(_ title: String, output: @escaping (String) -> Void) {
    self.title = title
    self.output = output
  }

  /// Shows lines in place of those before.
  func show(lines: [String]) {
    self.lines = lines
    error = nil
    renderCount += 1
    for (index, line) in lines.enumerated() {
      output(index == 0 ? "\(title): \(line)" : "  \(line)")
    }
  }

  /// Shows what went wrong, below the lines.
  func show(error: String) {
    self.error = error
    output("! \(title): \(error)")
  }

  /// Tells something that does not stay.
  func note(_ text: String) { output("\(title): \(text)") }
}
