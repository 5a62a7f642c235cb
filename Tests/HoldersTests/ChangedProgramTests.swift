#if os(Linux)
  import Foundation
  import Holders
  import TestSupport
  import Testing

  /// Processes whose program is no longer in its file.
  @Suite struct ChangedProgramTests {
    /// Puts a program into a file, in place of the one that is there.
    private func build(_ program: String, _ path: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: BuiltProduct.path(of: program), toPath: path)
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
