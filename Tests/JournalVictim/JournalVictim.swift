import ModelTree
import ModelTreeJournal
import TestSupport
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An app that records into a file until it is killed: `JournalVictim FILE BYTES SEED`.
///
/// After each step it writes two numbers to standard output: how many records there are, and how many
/// models the tree has. With a fault as a fourth word it writes nothing: it takes some steps, has that
/// happen to it, takes as many as fill the journal several times, and ends.
@main
@MainActor
struct JournalVictim {
  enum Fault: Int, ErrorCode, CaseIterable { case small, large }
  enum News: String, GlobalEventName, CaseIterable { case opened, closed }

  static func main() {
    let words = CommandLine.arguments
    guard words.count >= 4, let bytes = Int(words[2]), let seed = UInt64(words[3]) else { exit(2) }
    do {
      let journal = try Journal(bytes: bytes, file: words[1])
      var random = SeededGenerator(seed: seed)
      let session = Session()
      session.record(in: journal)
      session.open()
      func takeStep() {
        let models = session.subtree
        step(random.pick(models), random.next(below: 100), isSmall: models.count < 60)
      }
      if words.count > 4 {
        for _ in 0..<500 { takeStep() }
        let isChild = happen(words[4], to: words[1], bytes)
        for _ in 0..<(bytes / 20) { takeStep() }
        if isChild { exit(0) }
        let last = try journal.snapshot(after: journal.recordCount)
        exit(last.count == session.subtree.count && waitForChild() ? 0 : 3)
      }
      while true {
        takeStep()
        var numbers = (Int64(journal.recordCount), Int64(session.subtree.count))
        write(1, &numbers, 16)
      }
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Has something happen to the process or its file.
  ///
  /// - Returns: whether this is a child of the process now.
  private static func happen(_ fault: String, to file: String, _ bytes: Int) -> Bool {
    switch fault {
    case "cut": return truncate(file, off_t(bytes / 3)) != 0
    case "zeros": return truncate(file, 0) != 0 || truncate(file, off_t(bytes)) != 0
    default: return forkProcess() == 0
    }
  }

  /// Whether the child of this process ended well; also if there is none.
  private static func waitForChild() -> Bool {
    var status: Int32 = 0
    return waitpid(-1, &status, 0) < 0 || status == 0
  }

  private static func step(_ model: Model, _ chance: Int, isSmall: Bool) {
    switch chance {
    case 0..<35 where isSmall: _ = Model(parent: model)
    case 0..<45: model.removeFromParent()
    case 45..<60:
      model.register(for: Fault.small) { [weak model] _ in
        if let model { _ = Model(parent: model) }
      }
    case 60..<70: model.register(for: News.opened)
    case 70..<75: model.unregister(for: Fault.small)
    case 75..<90: model.raise(Fault.small)
    case 90..<95: model.raise(Fault.large)
    default: model.raise(News.opened)
    }
  }
}

// Swift offers no `fork()`: apps make it in C.
@_silgen_name("fork") private func forkProcess() -> Int32
