#if canImport(Glibc)
  import Glibc

  /// The cores on which a thread may run.
  ///
  /// The system's functions are looked up by their names: Swift's Glibc does not declare those that only
  /// Linux has.
  struct CoreChoice {
    private typealias CurrentCore = @convention(c) () -> Int32
    private typealias GetOfThread =
      @convention(c) (
        pthread_t, Int, UnsafeMutablePointer<cpu_set_t>
      ) -> Int32
    private typealias SetOfThread =
      @convention(c) (
        pthread_t, Int, UnsafePointer<cpu_set_t>
      ) -> Int32

    private static let currentCore = find("sched_getcpu", CurrentCore.self)
    private static let getOfThread = find("pthread_getaffinity_np", GetOfThread.self)
    private static let setOfThread = find("pthread_setaffinity_np", SetOfThread.self)

    private static func find<Function>(_ name: String, _: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }

    private var set = cpu_set_t()

    /// Those of the calling thread; nil where the system does not say.
    init?() {
      let result = Self.getOfThread?(pthread_self(), MemoryLayout<cpu_set_t>.size, &set)
      if result != 0 { return nil }
    }

    /// All but the one on which the calling thread runs now; nil where there is no other.
    var others: CoreChoice? {
      guard let core = Self.currentCore?(), core >= 0 else { return nil }
      let (word, bit) = Int(core).quotientAndRemainder(dividingBy: UInt.bitWidth)
      var others = self
      let isLeft = withUnsafeMutableBytes(of: &others.set) { bytes in
        let words = bytes.bindMemory(to: UInt.self)
        guard words.indices.contains(word) else { return false }
        words[word] &= ~(1 << UInt(bit))
        return words.contains { $0 != 0 }
      }
      return isLeft ? others : nil
    }

    /// Lets a thread run on these cores, and on no other.
    func apply(to thread: pthread_t) {
      withUnsafePointer(to: set) { set in
        _ = Self.setOfThread?(thread, MemoryLayout<cpu_set_t>.size, set)
      }
    }
  }
#endif
