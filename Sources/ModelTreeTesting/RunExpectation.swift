import Foundation
import ModelTree
import TextIO
import TreeComparison
import TreeJournal

/// Compares what happens from now on with a run that was kept in a file.
@MainActor
struct RunExpectation {
  /// The absolute path of the file.
  private let path: String
  private let part: RecordedPart
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

  /// How the run differs from the kept one; nil if it doesn't.
  func failure() -> Failure? {
    if let failure = part.failure { return failure }
    guard let words = part.reader?.words else { return nil }
    do {
      let contents = try JournalContents(words: words)
      if let failure = part.failure(for: contents) { return failure }
      let present = RunText(contents, from: part.start + 1)
      guard FileNames.exists(path) else { return keep(present) }
      let kept = try RunText(String(contentsOfFile: path, encoding: .utf8))
      guard let difference = kept.difference(from: present) else { return nil }
      let text = """
        this run is not as the one in \(SafeText(path)): \(difference.joined(separator: "\n"))

        if this run is right, remove that file, and run the test again
        """
      var failure = Failure(text, journal: FailureJournal(words: words))
      failure.showsRecords = true
      return failure
    } catch {
      return Failure("\(SafeText(path)): \(error)")
    }
  }

  private func keep(_ run: RunText) -> Failure {
    guard recordsMissing else {
      return Failure("There is no run at \(SafeText(path)); run the test where CI isn't set.")
    }
    do {
      try WholeFile.write(Array(run.text.utf8), to: path, makesFolders: true)
      return Failure(
        """
        There was no run: \(SafeText(path)) is written from this one. Read it, and run the test again.
        """)
    } catch {
      return Failure("\(error)")
    }
  }
}
