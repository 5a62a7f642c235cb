#if os(Linux)
  import Foundation
  import Holders
  import TestSupport
  import Testing

  /// Processes whose program is no longer in its file.
  @Suite struct ChangedProgramTests {
    /// Puts a program into a file, in place of the one that is there.
    ///
    /// A process of its own writes it: what other tests start meanwhile would inherit the open file, and a file that
    /// is open for writing can't be run.
    private func build(_ program: String, _ path: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      let copy = try ChildProcess.run(
        ["/bin/cp", BuiltProduct.path(of: program), path], environment: [:], directory: "/")
      #expect(copy == Outcome(status: 0, output: [], errors: ""))
    }

    @Test func aProgramThatWasBuiltAnewSinceIsReadAsItRuns() throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "Victim")
      try build("MemoryVictim", path)
      let victim = try VictimProcess("dictionary", from: path)
      try build("ListeningApp", path)
      let report = MemoryScan(try ProcessMemory(ofProcess: victim.pid))
        .answer([victim.address])
      #expect(report.objects.first?.paths.first?.root == HoldRoot(.static, "Keeper.shared"))
      #expect(report.scanned.missing == [])
    }
  }
#endif
