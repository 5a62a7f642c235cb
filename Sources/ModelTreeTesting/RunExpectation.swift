import Foundation
import ModelTree
import TextIO
import TreeComparison
import TreeJournal

/// Compares the run from now on with the one in a file.
struct RunExpectation: RecordedExpectation {
  /// The absolute path of the file.
  private let path: String
  let part: RecordedPart
  /// Whether a missing file is written.
  private let recordsMissing: Bool

  init(
    _ path: String, seenFrom site: CallSite, _ part: RecordedPart,
    recordsMissing: Bool = !Environment.isCI
  ) {
    let absolute = path.hasPrefix("/") ? path : site.folder + path
    self.path = URL(filePath: absolute).standardized.path(percentEncoded: false)
    self.part = part
    self.recordsMissing = recordsMissing
  }

  func finish() { part.reader?.recordLeaks() }

  func failure(for contents: JournalContents) throws -> Failure? {
    let present = RunText(contents, from: part.start + 1)
    guard FileNames.exists(path) else { return keep(present) }
    let kept = try RunText(String(contentsOfFile: path, encoding: .utf8))
    guard let difference = kept.difference(from: present) else { return nil }
    var failure = Failure(
      """
      this run differs from the one in \(SafeText(path)): \(difference.joined(separator: "\n"))

      if this run is right, remove that file and run the test again
      """)
    failure.showsRecords = true
    return failure
  }

  func failure(of error: any Error) -> Failure { Failure("\(SafeText(path)): \(error)") }

  private func keep(_ run: RunText) -> Failure {
    guard recordsMissing else {
      return Failure("\(SafeText(path)) doesn't exist; run the test without CI to write it.")
    }
    do {
      try WholeFile.write(Array(run.text.utf8), to: path, makesFolders: true)
      return Failure(
        """
        \(SafeText(path)) didn't exist, and now holds this run. Read it, and run the test again.
        """)
    } catch {
      return Failure("\(error)")
    }
  }
}
