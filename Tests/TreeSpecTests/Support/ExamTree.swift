import TreeSnapshot

/// The committed dump that the language's article speaks of.
enum ExamTree {
  static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  static func snapshot(_ name: String = "exam-master") throws -> Snapshot {
    try Snapshot(contentsOfFile: "\(repository)/samples/dumps/\(name).json")
  }
}
