import CAtomics
import CEditLine
import TextIO

/// The signals that concern a line being edited, turned into bits and a wake-up.
///
/// A signal may come to any thread of the app, and little may be done in a handler, so the handler
/// leaves a note and the editor's own thread does the rest. Handlers are in place only while a line
/// is read, that of Ctrl-C until the prompt ends; the app's own come back afterwards.
enum TerminalSignals {
  struct Notes: OptionSet {
    var rawValue: UInt32
    static let interrupted = Notes(rawValue: 1)
    static let resized = Notes(rawValue: 2)
    static let suspended = Notes(rawValue: 4)
    static let continued = Notes(rawValue: 8)
  }

  /// Watches until `end()`; the terminal's modes as they are now come back should the app die.
  static func begin(wake: WakePipe, terminal descriptor: Int32) {
    _ = cleanExit
    _ = pending.takeBits()
    let isTerminal = tcgetattr(descriptor, modes) == 0
    terminal.value = isTerminal ? descriptor : -1
    writer.value = wake.writer
    for number in noted { watch(number, handler: note) }
    for number in deadly { watch(number, handler: restoreModesAndDie) }
  }

  static func end() {
    for number in noted + deadly where number != SIGINT || isHolding.bits == 0 {
      unwatch(number)
    }
    writer.value = -1
    terminal.value = -1
  }

  /// Catches Ctrl-C between lines as well, until `releaseInterrupts()`: at no moment does it end the
  /// process.
  static func holdInterrupts() {
    isHolding.value = 1
    watch(SIGINT, handler: note)
  }

  static func releaseInterrupts() {
    isHolding.value = 0
    unwatch(SIGINT)
  }

  /// Wakes a wait for something else than a line when Ctrl-C is pressed; nil to end that. What was
  /// pressed since the last line ended counts.
  static func wakeOnInterrupt(_ wake: WakePipe?) {
    writer.value = wake?.writer ?? -1
  }

  /// Whether the app is calling `exit`: raw mode must not be set any more.
  static var isExiting: Bool { exiting.value != 0 }

  static func take() -> Notes {
    Notes(rawValue: UInt32(truncatingIfNeeded: pending.takeBits()))
  }

  /// Stops the process as an uncaught Ctrl-Z does; returns when it continues.
  static func suspend() {
    unwatch(SIGTSTP)
    // On this thread, so that it stops here and not some time later.
    raise(SIGTSTP)
    watch(SIGTSTP, handler: note)
  }

  private static let noted = [SIGINT, SIGWINCH, SIGTSTP, SIGCONT]
  private static let deadly = [
    SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
  ]

  // All that a handler may touch.
  private static let pending = SignalNumber(0)
  private static let writer = SignalNumber(-1)
  private static let terminal = SignalNumber(-1)
  private static let exiting = SignalNumber(0)
  private static let isHolding = SignalNumber(0)
  /// Which signals have a handler of ours.
  private static let watched = SignalNumber(0)

  // nonisolated(unsafe), both: written before the handlers are in place and only read by them; memory
  // that never moves, because a handler may run at any time.
  private nonisolated(unsafe) static let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private nonisolated(unsafe) static let previous =
    UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  private static func watch(_ number: Int32, handler: @convention(c) (Int32) -> Void) {
    guard watched.bits & bit(number) == 0 else { return }
    if ceditline_watch_signal(number, handler, previous + Int(number)) != 0 {
      watched.add(bit(number))
    }
  }

  private static func unwatch(_ number: Int32) {
    let before = watched.remove(bit(number))
    if before & bit(number) != 0 { ceditline_restore_signal(number, previous + Int(number)) }
  }

  private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number) }

  private static let note: @convention(c) (Int32) -> Void = { number in
    let savedError = ceditline_errno().pointee
    let notes: Notes =
      switch number {
      case SIGINT: .interrupted
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
      // The faulty instruction runs again, and the app's own handler sees the fault as it was.
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

/// A number that a handler of signals shares with other threads: reading and changing it never waits.
///
/// `@unchecked Sendable`: each access is one atomic operation on memory that never moves and is never
/// freed.
struct SignalNumber: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<UInt64>

  init(_ value: Int32) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: UInt64(bitPattern: Int64(value)))
  }

  var value: Int32 {
    get { Int32(truncatingIfNeeded: catomics_load(memory)) }
    nonmutating set { catomics_store(memory, UInt64(bitPattern: Int64(newValue))) }
  }

  /// Takes the bits that are set, and sets none.
  func takeBits() -> UInt64 { catomics_exchange(memory, 0) }

  /// The bits that are set.
  var bits: UInt64 { catomics_load(memory) }

  /// Sets bits.
  func add(_ bits: UInt64) { _ = catomics_add_bits(memory, bits) }

  /// Takes bits away, and returns those that were set before.
  func remove(_ bits: UInt64) -> UInt64 { catomics_remove_bits(memory, bits) }
}

/// Ends a wait from another thread or from a signal handler.
final class WakePipe: Sendable {
  let reader: Int32
  let writer: Int32

  /// Nil when there are too many open files.
  init?() {
    guard let ends = Descriptor.makePipe() else { return nil }
    (reader, writer) = ends
    // A full pipe wakes as well as one more byte would; its writer must not block.
    Descriptor.neverBlock(writer)
  }

  deinit {
    close(reader)
    close(writer)
  }

  func wake() {
    var byte: UInt8 = 0
    _ = write(writer, &byte, 1)
  }

  func clear() {
    _ = Descriptor.bytes(of: reader, limit: 65_536)
  }
}
