#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal whose other side is the test: for a thread of the test, or as the controlling
/// terminal of a program.
///
/// Every wait has a deadline, and reads while the program runs.
package nonisolated final class PseudoTerminal {
  package enum Failure: Error {
    case system(call: String, code: Int32)
    case notSeen(String, within: Duration, transcript: String)
    case stillRunning(after: Duration, transcript: String)
  }

  package enum Exit: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  package static let patience = Duration.seconds(600)

  package private(set) var master: Int32
  /// Kept open, so that the program's output survives its end.
  package let slave: Int32
  package let slavePath: String
  /// Everything that was read.
  package private(set) var transcript: [UInt8] = []
  /// How much of it `expect` has gone over.
  private var seen = 0
  private var process: pid_t?
  private var exit: Exit?

  package init(columns: Int = 80, rows: Int = 24) throws {
    #if canImport(Darwin)
      master = try Self.check("posix_openpt", posix_openpt(O_RDWR | O_NOCTTY))
      try Self.check("grantpt", grantpt(master))
      try Self.check("unlockpt", unlockpt(master))
      guard let name = ptsname(master) else { throw Failure.system(call: "ptsname", code: errno) }
      slavePath = String(cString: name)
    #else
      // The Glibc module lacks posix_openpt and its companions; these do the same.
      master = try Self.check("open /dev/ptmx", open("/dev/ptmx", O_RDWR | O_NOCTTY))
      var lock: Int32 = 0
      try Self.check("TIOCSPTLCK", ioctl(master, 0x4004_5431, &lock))
      var number: UInt32 = 0
      try Self.check("TIOCGPTN", ioctl(master, 0x8004_5430, &number))
      slavePath = "/dev/pts/\(number)"
    #endif
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    slave = try Self.check("open", open(slavePath, O_RDWR | O_NOCTTY | O_CLOEXEC))
    resize(columns: columns, rows: rows)
  }

  deinit {
    if let process, exit == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(slave)
    hangUp()
  }

  /// Closes the window.
  package func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// Starts a program with this as its controlling terminal and as its descriptors 0, 1 and 2.
  package func start(
    _ executable: String, arguments: [String] = [], environment: [String: String] = [:],
    directory: String? = nil
  ) throws {
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
    // The first terminal that the leader of a new session opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, slavePath, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // The test's own handlers and blocked signals are no business of the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Self.newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var command = [executable] + arguments
    if let directory {
      // The file action for this is not in the Glibc module.
      command = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory] + command
    }
    var identifier = pid_t()
    let code = Self.withStrings(command) { arguments in
      Self.withStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&identifier, command[0], &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw Failure.system(call: "posix_spawn \(executable)", code: code) }
    process = identifier
  }

  /// Types.
  package func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      try rest.removeFirst(Int(Self.check("write", Int32(count))))
    }
  }

  /// Reads until the text appears after the output of earlier calls; returns the output up to its
  /// end.
  @discardableResult
  package func expect(_ text: String, within patience: Duration = patience) throws -> String {
    let deadline = ContinuousClock.now + patience
    let wanted = Array(text.utf8)
    while true {
      if let end = Self.end(of: wanted, in: transcript[seen...]) {
        defer { seen = end }
        return String(decoding: transcript[seen..<end], as: UTF8.self)
      }
      let isOver = reap()
      guard ContinuousClock.now < deadline, read(within: .milliseconds(100)) || !isOver else {
        throw Failure.notSeen(text, within: patience, transcript: shownTranscript)
      }
    }
  }

  /// Reads the other side's output, waiting for it up to a limit.
  @discardableResult
  package func read(within patience: Duration) -> Bool {
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, Int32(patience / .milliseconds(1))) > 0 else { return false }
    return readAvailable()
  }

  /// Reads one portion of the output, and waits if there is none.
  package func readAvailable() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = bytes.withUnsafeMutableBytes { buffer in
      #if canImport(Darwin)
        Darwin.read(master, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        Musl.read(master, buffer.baseAddress, buffer.count)
      #else
        Glibc.read(master, buffer.baseAddress, buffer.count)
      #endif
    }
    guard count > 0 else { return false }
    transcript += bytes[..<count]
    return true
  }

  /// Gives the window another size; the program in the foreground gets SIGWINCH.
  package func resize(columns: Int, rows: Int) {
    // A winsize: rows, columns, and two fields that are not used. The type itself is not at hand,
    // because another module's header brings it in.
    var size = [UInt16(rows), UInt16(columns), 0, 0]
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// How the program ended, read to the end of its output.
  package func waitForExit(within patience: Duration = patience) throws -> Exit {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      let isOver = reap()
      let isQuiet = !read(within: isOver ? .zero : .milliseconds(20))
      if isOver, isQuiet, let exit { return exit }
    }
    throw Failure.stillRunning(after: patience, transcript: shownTranscript)
  }

  /// Everything that was read, as text.
  package var shownTranscript: String { String(decoding: transcript, as: UTF8.self) }

  private func reap() -> Bool {
    guard let process, exit == nil else { return exit != nil }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return false }
    exit = status & 0x7f == 0 ? .status(status >> 8 & 0xff) : .signal(status & 0x7f)
    return true
  }

  private static var newSession: Int32 {
    #if canImport(Darwin)
      Int32(POSIX_SPAWN_SETSID)
    #else
      0x80  // POSIX_SPAWN_SETSID, which the Glibc module leaves out.
    #endif
  }

  private static func end(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= wanted.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - wanted.count)
    where bytes[start...].starts(with: wanted) {
      return start + wanted.count
    }
    return nil
  }

  @discardableResult
  private static func check(_ call: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure.system(call: call, code: errno) }
    return result
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
