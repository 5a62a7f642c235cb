import Foundation
import SampleTesting

/// Runs the built app.
func chatProcess(_ arguments: [String], typed: String? = "") throws -> SampleProcess {
  try SampleProcess("Chat", arguments, typed: typed)
}

extension SampleProcess {
  /// What the app told beside the inspector's answers, as it was in the end.
  var lastFrame: [String] {
    let told = errors.components(separatedBy: "\n").filter { !$0.isEmpty }
    let start = told.lastIndex(of: "┌ Chat").map { $0 + 1 } ?? 0
    return told[start...].map { String($0.dropFirst(2)) }
  }
}
