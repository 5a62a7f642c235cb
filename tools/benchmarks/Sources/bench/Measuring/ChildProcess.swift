import Foundation

/// A process to run and measure.
struct ChildProcess {
  /// The path of the binary, and its arguments without the name.
  var binary: String
  var arguments: [String]
  /// The exit status if it did its work.
  var expectedStatus: Int32 = 0
  /// The file for its standard input.
  var input = "/dev/null"

  struct Cost {
    var milliseconds: Double
    /// The processor time, on which other processes have little influence.
    var processorMilliseconds: Double
    /// The peak memory.
    var peakMegabytes: Double
  }

  /// Runs it; its output goes to `/dev/null`, its errors to ours.
  func run() throws -> Cost {
    #if canImport(Darwin)
      var actions: Actions = nil
    #else
      var actions = Actions()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

    let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    return try withCStrings([binary] + arguments) { arguments in
      try withCStrings(environment) { environment in
        try run(&actions, arguments, environment)
      }
    }
  }

  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
  #endif
  private typealias CStrings = [UnsafeMutablePointer<CChar>?]

  private func run(
    _ actions: inout Actions, _ arguments: CStrings, _ environment: CStrings
  ) throws -> Cost {
    var usage = rusage()
    var status: Int32 = 0
    var failure: Int32 = 0
    let time = milliseconds {
      var child: pid_t = 0
      failure = posix_spawn(&child, binary, &actions, nil, arguments, environment)
      guard failure == 0 else { return }
      while wait4(child, &status, 0, &usage) < 0 {
        guard errno == EINTR else {
          failure = errno
          return
        }
      }
    }
    if failure != 0 {
      throw BenchError(description: "cannot run \(binary): \(String(cString: strerror(failure)))")
    }
    if status != expectedStatus << 8 {
      throw BenchError(description: "\(binary) failed with wait status \(status)")
    }
    return Cost(
      milliseconds: time,
      processorMilliseconds: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime),
      peakMegabytes: Self.peakMegabytes(usage))
  }

  /// The peak memory of this process so far.
  static var ownPeakMegabytes: Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return peakMegabytes(usage)
  }

  private static func peakMegabytes(_ usage: rusage) -> Double {
    #if canImport(Darwin)
      Double(usage.ru_maxrss) / 1_000_000
    #else
      Double(usage.ru_maxrss) * 1024 / 1_000_000
    #endif
  }

  private static func duration(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
  }

  /// The path of a command in the shell's search path.
  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "")
      .split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}

private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
) rethrows -> Result {
  let copies = texts.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return try body(copies + [nil])
}
