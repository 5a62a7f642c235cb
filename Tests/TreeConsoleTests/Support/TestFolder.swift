import TestSupport

/// A temporary folder with a dump in it as `tree.json`, in which the command is run.
final class TestFolder: TemporaryFolder {
  init(dump: String = ExamMaster.dump) throws {
    try super.init()
    try write(dump, to: "tree.json")
  }
}
