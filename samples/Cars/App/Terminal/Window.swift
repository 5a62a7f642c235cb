/// Draws in lines what a person sees: the chrome, and the view of the controller in it.
@MainActor
final class Window {
  private let output: (String) -> Void
  private var drawn: [String] = []

  /// - Parameter output: shows a line to the person.
  init(output: @escaping (String) -> Void) { self.output = output }

  /// Draws a screen, unless it looks as it did.
  func draw(_ screen: Screen, in chrome: Chrome) {
    let lines = Self.lines(of: screen, in: chrome)
    guard lines != drawn else { return }
    drawn = lines
    for line in lines { output(line) }
  }

  /// Shows a line below what is drawn.
  func notify(_ notice: String) {
    output("! \(notice)")
    // What is shown next is worth drawing, also where it looks the same.
    drawn = []
  }

  private static func lines(of screen: Screen, in chrome: Chrome) -> [String] {
    let buttons = chrome.buttons.map { "[\($0)]" }
    let tabs = chrome.tabs.map { $0 == chrome.selectedTab ? "*\($0)*" : $0 }
    var content = screen.controller.view.lines
    if let work = screen.work { content.append("\(work)…") }
    if let notice = screen.notice { content.append("! \(notice)") }
    let bar = "┌ " + ([chrome.title] + buttons).joined(separator: " ")
    let foot = "└ \(tabs.joined(separator: " "))  \(chrome.link)"
    return [bar] + content.map { "│ \($0)" } + [foot]
  }
}
