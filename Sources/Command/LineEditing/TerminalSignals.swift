import CEditLine
import CTreeSystem
import TextIO

/// The signals that affect line editing, turned into bits and a wake-up.
///
/// A signal may arrive on any thread of the app, and a handler may do little, so it sets a bit and
/// the editor's own thread does the rest. Handlers are installed only while a line is read, that of
/// Ctrl-C as long as there is an editor; then the app's own are restored.
enum TerminalSignals {
  struct Notes: OptionSet {
    var rawValue: UInt32
    static let interrupted = Notes(rawValue: 1)
    static let resized = Notes(rawValue: 2)
    static let suspended = Notes(rawValue: 4)
    static let continued = Notes(rawValue: 8)
  }

  /// Installs handlers until `end()`; if the app crashes, the terminal's current mode is restored.
  ///
  /// - Returns: whether Ctrl-C was pressed since work took note of it last.
  static func begin(wake: WakePipe, terminal descriptor: Int32) -> Bool {
    _ = cleanExit
    let isInterrupted = take().contains(.interrupted)
    let isTerminal = tcgetattr(descriptor, modes) == 0
    // The editor's own, see its creation.
    modes.pointee.c_lflag &= ~tcflag_t(NOFLSH)
    terminal.value = isTerminal ? descriptor : -1
    writer.value = wake.writer
    for number in noted { watch(number, handler: note) }
    for number in deadly { watch(number, handler: restoreModesAndDie) }
    return isInterrupted
  }

  static func end() {
    for number in noted + deadly { unwatch(number) }
    writer.value = -1
    terminal.value = -1
  }

  /// Catches signals that interrupt, until `releaseInterrupts`, so that they never end the process.
  static func holdInterrupts(_ numbers: [Int32] = [SIGINT]) {
    for number in numbers { watch(number, handler: note) }
  }

  static func releaseInterrupts(_ numbers: [Int32] = [SIGINT]) {
    for number in numbers { unwatch(number) }
  }

  /// Wakes a wait other than for a line when Ctrl-C is pressed; nil ends that. Includes presses
  /// since the end of the last line.
  static func wakeOnInterrupt(_ wake: WakePipe?) {
    writer.value = wake?.writer ?? -1
  }

  /// Whether the app is calling `exit`: raw mode must not be set anymore.
  static var isExiting: Bool { exiting.value != 0 }

  /// Whether Ctrl-C was pressed since the notes were taken last.
  static var wasInterrupted: Bool { pending.bits & UInt64(Notes.interrupted.rawValue) != 0 }

  static func take() -> Notes {
    Notes(rawValue: UInt32(truncatingIfNeeded: pending.takeBits()))
  }

  /// Stops the process like an uncaught Ctrl-Z; returns when it continues.
  static func suspend() {
    // The caller draws the line again: it needs no note that the process continues.
    for number in [SIGTSTP, SIGCONT] { unwatch(number) }
    // On this thread, so that it stops here and not later.
    raise(SIGTSTP)
    for number in [SIGTSTP, SIGCONT] { watch(number, handler: note) }
  }

  private static let noted = [SIGWINCH, SIGTSTP, SIGCONT]
  private static let deadly = [
    SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
  ]

  // The only state that a handler may access.
  private static let pending = SignalNumber(0)
  private static let writer = SignalNumber(-1)
  private static let terminal = SignalNumber(-1)
  private static let exiting = SignalNumber(0)

  // nonisolated(unsafe), both: written before the handlers are installed and then only read by
  // them; the memory never moves, because a handler may run at any time.
  private nonisolated(unsafe) static let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private nonisolated(unsafe) static let previous =
    UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  private static func watch(_ number: Int32, handler: @convention(c) (Int32) -> Void) {
    ceditline_watch_signal(number, handler, previous + Int(number))
  }

  private static func unwatch(_ number: Int32) {
    ceditline_restore_signal(number, previous + Int(number))
  }

  private static let note: @convention(c) (Int32) -> Void = { number in
    let savedError = ceditline_errno().pointee
    let notes: Notes =
      switch number {
      case SIGINT, SIGTERM: .interrupted
      case SIGWINCH: .resized
      case SIGTSTP: .suspended
      default: .continued
      }
    TerminalSignals.pending.add(UInt64(notes.rawValue))
    let descriptor = TerminalSignals.writer.value
    if descriptor >= 0 {
      var byte: UInt8 = 0
      _ = write(descriptor, &byte, 1)
    }
    ceditline_errno().pointee = savedError
  }

  private static let restoreModesAndDie: @convention(c) (Int32) -> Void = { number in
    TerminalSignals.restoreModes()
    ceditline_restore_signal(number, TerminalSignals.previous + Int(number))
    switch number {
    case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP:
      // The faulting instruction runs again, and the app's own handler gets the fault.
      break
    default:
      raise(number)
    }
  }

  private static func restoreModes() {
    let descriptor = terminal.value
    if descriptor >= 0 { _ = tcsetattr(descriptor, TCSANOW, modes) }
  }

  /// The app may call `exit` while a line is being typed.
  private static let cleanExit: Void = {
    atexit {
      TerminalSignals.exiting.value = 1
      let descriptor = TerminalSignals.terminal.value
      guard descriptor >= 0 else { return }
      TerminalSignals.restoreModes()
      var newline = UInt8(ascii: "\n")
      _ = write(descriptor, &newline, 1)
    }
  }()
}

/// A number that a signal handler shares with other threads. Access never waits.
///
/// `@unchecked Sendable`: each access is one atomic operation on memory that never moves and is
/// never freed.
struct SignalNumber: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<UInt64>

  init(_ value: Int32) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: UInt64(bitPattern: Int64(value)))
  }

  var value: Int32 {
    get { Int32(truncatingIfNeeded: csystem_load(memory)) }
    nonmutating set { csystem_store(memory, UInt64(bitPattern: Int64(newValue))) }
  }

  /// Returns and clears the bits.
  func takeBits() -> UInt64 { csystem_exchange(memory, 0) }

  /// The bits that are set.
  var bits: UInt64 { csystem_load(memory) }

  /// Sets bits.
  func add(_ bits: UInt64) { _ = csystem_add_bits(memory, bits) }
}

/// Catches Ctrl-C and what `timeout` sends while work runs that answers with what it has so far.
package enum HeldInterrupt {
  /// Runs work.
  ///
  /// - Parameter work: Is given what tells whether one came meanwhile.
  /// - Returns: The work's result.
  /// - Throws: What the work throws.
  package static func during<Result>(
    _ work: (_ isRequested: @escaping @Sendable () -> Bool) throws -> Result
  ) rethrows -> Result {
    TerminalSignals.holdInterrupts([SIGINT, SIGTERM])
    defer { TerminalSignals.releaseInterrupts([SIGINT, SIGTERM]) }
    return try work { TerminalSignals.wasInterrupted }
  }
}
