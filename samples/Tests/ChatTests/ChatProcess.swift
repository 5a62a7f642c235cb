import Foundation
import SampleTesting

/// Runs the built app.
func chatProcess(_ arguments: [String], typed: String? = "") throws -> SampleProcess {
  try SampleProcess("Chat", arguments, typed: typed)
}

extension SampleProcess {
  /// The last frame that the app printed beside the inspector's answers.
  var lastFrame: [String] {
    let printed = errors.components(separatedBy: "\n").filter { !$0.isEmpty }
    let start = printed.lastIndex(of: "┌ Chat").map { $0 + 1 } ?? 0
    return printed[start...].map { String($0.dropFirst(2)) }
  }
}
