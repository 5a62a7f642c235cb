import ModelTree
import TestSupport

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
/// models the tree has.
@main
@MainActor
struct JournalVictim {
  enum Fault: Int, ErrorCode, CaseIterable { case small, large }
  enum News: String, GlobalEventName, CaseIterable { case opened, closed }

  static func main() {
    let words = CommandLine.arguments
    guard words.count == 4, let bytes = Int(words[2]), let seed = UInt64(words[3]) else { exit(2) }
    do {
      let journal = try Journal(bytes: bytes, file: words[1])
      var random = SeededGenerator(seed: seed)
      let session = Session()
      session.record(in: journal)
      session.open()
      while true {
        let models = session.subtree
        step(random.pick(models), random.next(below: 100), isSmall: models.count < 60)
        var numbers = (Int64(journal.recordCount), Int64(session.subtree.count))
        write(1, &numbers, 16)
      }
    } catch {
      print(error)
      exit(1)
    }
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
