import Foundation
import Testing
import TreeAnalysis
import TreeSnapshot

/// What is different between the app's dumps.
@Suite struct DifferenceTests {
  private func difference(_ old: String, _ new: String) throws -> TreeDifference {
    func tree(_ name: String) throws -> Snapshot {
      try Snapshot(contentsOfFile: dumpsFolder.appending(path: "\(name).json").path())
    }
    return TreeDifference(from: try tree(old), to: try tree(new), matching: .shape)
  }

  @Test func `the creation of an exam is one subtree that came`() throws {
    let opened = try difference("dashboard", "exam-master")
    #expect(opened.summary == "4 models came")
    #expect(opened.added.map { opened.new[$0.position].type } == ["ExamCreationFlow"])
    let closed = try difference("exam-master", "exam-created")
    #expect(closed.summary == "4 models removed, 1 changed")
    #expect(
      closed.changed.map(\.changes) == [[.state(key: "examsCount", old: "0", new: "1")]])
  }

  @Test func `a search replaces what is open and is heard by the pickers`() throws {
    let searched = try difference("exam-master", "search")
    #expect(searched.summary == "1 model removed, 2 added, 2 changed")
    #expect(
      searched.changed.flatMap(\.changes).map(\.description)
        == Array(repeating: "registered for error SearchErrors.100 (nothingFound)", count: 2))
  }
}
