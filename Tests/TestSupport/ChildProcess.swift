#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a program ended, and its output.
package struct Outcome: Equatable {
  /// Its status; for a program that a signal ended, the signal's number below zero.
  package var status: Int32
  package var output: [UInt8]
  package var errors: String

  package init(status: Int32, output: [UInt8], errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  package var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs programs without a terminal, and reads both of their outputs while they run.
package enum ChildProcess {
  package enum Failure: Error {
    case system(call: String, code: Int32)
    case tooSlow(command: [String], output: String, errors: String)
  }

  package static let patience = Duration.seconds(600)

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - input: the file that is its standard input.
  ///   - output: the file for its standard output; nil for a pipe to the test.
  ///   - patience: How long it may take.
  package static func run(
    _ command: [String], input: String = "/dev/null", output: String? = nil,
    environment: [String: String], directory: String, patience: Duration = patience
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let answers = try Pipe(in: folder, named: "answers")
    let errors = try Pipe(in: folder, named: "errors")
    let files = [(input, O_RDONLY), (output ?? answers.path, O_WRONLY), (errors.path, O_WRONLY)]
    if output != nil { answers.end() }
    let process = try start(
      command, files: files, environment: environment, directory: directory)
    return try watch(process, answers, errors, command, patience)
  }

  /// Reads until both pipes have ended, then waits for the program's own end.
  private static func watch(
    _ process: pid_t, _ answers: Pipe, _ errors: Pipe, _ command: [String], _ patience: Duration
  ) throws -> Outcome {
    let deadline = ContinuousClock.now + patience
    var status: Int32 = 0
    while true {
      let isQuiet = answers.isAtEnd && errors.isAtEnd
      if isQuiet, waitpid(process, &status, WNOHANG) == process { break }
      guard ContinuousClock.now < deadline else {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        throw Failure.tooSlow(command: command, output: answers.text, errors: errors.text)
      }
      var waits = [answers, errors].filter { !$0.isAtEnd }
        .map { pollfd(fd: $0.reader, events: Int16(POLLIN), revents: 0) }
      // Where nothing is left to read, the program is about to end.
      poll(&waits, nfds_t(waits.count), isQuiet ? 2 : 1000)
      for pipe in [answers, errors]
      where waits.contains(where: { $0.fd == pipe.reader && $0.revents != 0 }) { pipe.take() }
    }
    return Outcome(
      status: status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f),
      output: answers.bytes, errors: errors.text)
  }

  /// Starts a program with files, opened in a mode, as its descriptors from 0 on.
  private static func start(
    _ command: [String], files: [(path: String, mode: Int32)], environment: [String: String],
    directory: String?
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    for (descriptor, file) in files.enumerated() {
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file.path, file.mode, 0)
    }
    // The test's own handlers and blocked signals are no business of the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    // The file action for a folder is not in the Glibc module.
    let words =
      directory.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0] + command } ?? command
    // Programs leak models on purpose: the address sanitizer looks for wrong uses of memory alone.
    let all = environment.merging(["ASAN_OPTIONS": "detect_leaks=0"]) { own, _ in own }
    var process = pid_t()
    let code = withStrings(words) { arguments in
      withStrings(all.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&process, words[0], &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw Failure.system(call: "posix_spawn \(words[0])", code: code) }
    return process
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// A pipe from a program to the test.
///
/// It has a name until the program has opened it: no end of it has to be inherited, and so no other
/// program that is started meanwhile can hold it open.
private final class Pipe {
  let path: String
  let reader: Int32
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false

  init(in folder: TemporaryFolder, named name: String) throws {
    path = folder.path(of: name)
    guard mkfifo(path, 0o600) == 0 else {
      throw ChildProcess.Failure.system(call: "mkfifo", code: errno)
    }
    reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard reader >= 0 else { throw ChildProcess.Failure.system(call: "open", code: errno) }
  }

  deinit { close(reader) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes one portion, or learns that there is none any more.
  func take() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(reader, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
    } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
      isAtEnd = true
    }
  }

  /// Says that nothing more is written to it.
  func end() { isAtEnd = true }
}
