import CEditLine
import Synchronization

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
    pending.store(0, ordering: .relaxed)
    let isTerminal = tcgetattr(descriptor, modes) == 0
    terminal.store(isTerminal ? descriptor : -1, ordering: .releasing)
    writer.store(wake.writer, ordering: .releasing)
    for number in noted { watch(number, handler: note) }
    for number in deadly { watch(number, handler: restoreModesAndDie) }
  }

  static func end() {
    for number in noted + deadly where number != SIGINT || !isHolding.load(ordering: .relaxed) {
      unwatch(number)
    }
    writer.store(-1, ordering: .releasing)
    terminal.store(-1, ordering: .releasing)
  }

  /// Catches Ctrl-C between lines as well, until `releaseInterrupts()`: at no moment does it end the
  /// process.
  static func holdInterrupts() {
    isHolding.store(true, ordering: .relaxed)
    watch(SIGINT, handler: note)
  }

  static func releaseInterrupts() {
    isHolding.store(false, ordering: .relaxed)
    unwatch(SIGINT)
  }

  /// Wakes a wait for something else than a line when Ctrl-C is pressed; nil to end that. What was
  /// pressed since the last line ended counts.
  static func wakeOnInterrupt(_ wake: WakePipe?) {
    writer.store(wake?.writer ?? -1, ordering: .releasing)
  }

  /// Whether the app is calling `exit`: raw mode must not be set any more.
  static var isExiting: Bool { exiting.load(ordering: .acquiring) }

  static func take() -> Notes {
    Notes(rawValue: pending.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Stops the process as Ctrl-Z does where nothing catches it; returns when it goes on.
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

  // Lock-free atomics: all that a handler may touch.
  private static let pending = Atomic<UInt32>(0)
  private static let writer = Atomic<Int32>(-1)
  private static let terminal = Atomic<Int32>(-1)
  private static let exiting = Atomic<Bool>(false)
  private static let isHolding = Atomic<Bool>(false)
  /// Which signals have a handler of ours.
  private static let watched = Atomic<UInt64>(0)

  // nonisolated(unsafe): written before the handlers are in place and only read by them; memory
  // that never moves, because a handler may run at any time.
  private nonisolated(unsafe) static let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private nonisolated(unsafe) static let previous =
    UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  private static func watch(_ number: Int32, handler: @convention(c) (Int32) -> Void) {
    guard watched.load(ordering: .relaxed) & bit(number) == 0 else { return }
    if ceditline_watch_signal(number, handler, previous + Int(number)) != 0 {
      watched.bitwiseOr(bit(number), ordering: .relaxed)
    }
  }

  private static func unwatch(_ number: Int32) {
    let before = watched.bitwiseAnd(~bit(number), ordering: .relaxed).oldValue
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
    TerminalSignals.pending.bitwiseOr(notes.rawValue, ordering: .releasing)
    let descriptor = TerminalSignals.writer.load(ordering: .acquiring)
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
    let descriptor = terminal.load(ordering: .acquiring)
    if descriptor >= 0 { _ = tcsetattr(descriptor, TCSANOW, modes) }
  }

  /// The app may call `exit` while a line is being typed.
  private static let cleanExit: Void = {
    atexit {
      TerminalSignals.exiting.store(true, ordering: .releasing)
      let descriptor = TerminalSignals.terminal.load(ordering: .acquiring)
      guard descriptor >= 0 else { return }
      TerminalSignals.restoreModes()
      var newline = UInt8(ascii: "\n")
      _ = write(descriptor, &newline, 1)
    }
  }()
}
