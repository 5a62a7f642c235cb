#if os(Linux)
  import Foundation
  import TestSupport
  import TextIO

  @testable import TreeConsole

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Runs commands that read files and answer, without starting the program: all that it adds to them is the
  /// end of its process.
  enum CommandInProcess {
    private static let names: Set = [
      "print", "printSessionTree", "show", "find", "trace", "routes", "resolve", "problems", "lint",
      "check", "diff", "compare", "journal", "history", "render", "raise", "leaks",
    ]

    /// Whether a command depends on nothing of its process but the folder: no standard input, app, home folder
    /// or variable.
    static func canRun(_ words: [String]) -> Bool {
      hasOwnFolders && words.first.map(names.contains) == true
        && !words.contains {
          $0 == "-" || $0 == "--update" || $0.hasPrefix("@") || $0.hasPrefix("~")
        }
    }

    /// Whether threads may have folders of their own: some containers refuse it, and there the program is run.
    private static let hasOwnFolders: Bool = {
      let may = Lock(false)
      onThread {
        let isDone = unshare(0x200) == 0
        may.withLock { $0 = isDone }
      }
      return may.withLock { $0 }
    }()

    /// Runs something to its end on a thread with as large a stack as a program's main thread.
    private static func onThread(_ work: @escaping @Sendable () -> Void) {
      let end = DispatchSemaphore(value: 0)
      let thread = Thread {
        work()
        end.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
      end.wait()
    }

    /// Runs a command on a thread with a folder of its own.
    static func run(_ words: [String], in folder: String) throws -> Outcome {
      let files = try TemporaryFolder()
      let outputs = try ["answers", "notes"].map { name in
        let descriptor = open(files.path(of: name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ChildProcess.Failure.system(call: "open", code: errno) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      }
      let status = Lock<Int32>(-1)
      onThread {
        guard unshare(0x200) == 0, chdir(folder) == 0 else { return }
        let output = ConsoleOutput(
          program: "modeltree", answers: outputs[0].fileDescriptor,
          notes: outputs[1].fileDescriptor)
        let own = ModelTreeCommand.run(words, writingTo: output)
        status.withLock { $0 = own }
      }
      return Outcome(
        status: status.withLock { $0 }, output: try files.read("answers"),
        errors: try files.text(of: "notes"))
    }
  }

  // With `CLONE_FS`, a thread has a folder of its own. Swift offers neither name.
  @_silgen_name("unshare") private func unshare(_ flags: Int32) -> Int32
#endif
