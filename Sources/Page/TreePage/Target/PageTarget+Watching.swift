import TextIO
import TreeConsole
import TreeJournal
import TreeSnapshot

// Watching.
extension PageTarget {
  /// The maximum time without an event on a stream.
  private static let silence = Duration.seconds(5)
  /// The maximum delay before a change is seen.
  private static let pause = Duration.milliseconds(25)

  /// Waits until the state differs; nil if it stays the same for a while.
  func state(after last: State?) async -> State? {
    let end = ContinuousClock.now + Self.silence
    while true {
      // The waits of streams end at different times.
      if ContinuousClock.now - lastLook > max(Self.pause * 4 / 5, rest) { lookNow() }
      if present != last { return present }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pause)) != nil else {
        return nil
      }
    }
  }

  private func lookNow() {
    let start = ContinuousClock.now
    if let path = target.file { lookAtFile(path) } else { lookAtApp() }
    lastLook = .now
    // An app that doesn't answer is polled again soon.
    lookTime = present.failure == nil ? lastLook - start : .zero
  }

  /// Polling a large tree that changes constantly takes at most a quarter of the time; a journal's
  /// file, which is read as a whole, a tenth.
  private var rest: Duration {
    min(lookTime * (target.kind == .journal ? 9 : 3), Self.longestRest)
  }

  /// The maximum pause, however large the tree is.
  private static let longestRest = Duration.seconds(2)

  /// Reads the file again when it has changed.
  private func lookAtFile(_ path: String) {
    let stamp = FileStamp(of: path)
    guard stamp != self.stamp else { return }
    self.stamp = stamp
    takeUp { try options.openTarget() }
  }

  /// Polls the app for its tree, which it sends if it has changed.
  private func lookAtApp() {
    if target.kind == .ended {
      // A command may have found that out.
      present.failure = endWords
      // An app of the same name may follow.
      if !options.endWithApp, let successor = try? options.openTarget() {
        takeUp { successor }
        mark = nil
      }
      return
    }
    do {
      let app = target.attended(by: .watching)
      let state = try app.state()
      if state.mark != mark {
        mark = state.mark
        present.revision += 1
      }
      try lookAtRecords(of: app)
      present.failure = target.kind == .ended ? endWords : nil
    } catch {
      present.failure = "\(error)"
    }
  }

  private var endWords: String { "\(target.name) has ended" }

  /// Polls the app for new records, however many there are.
  func lookAtRecords(of app: any InspectionTarget) throws {
    guard app.capabilities.contains(.journal),
      ContinuousClock.now - lastLookAtRecords > Self.recordPause
    else { return }
    lastLookAtRecords = .now
    // If the app has just got its journal, all records are new.
    let look = try app.journal()
    journal = .reading(look, after: journal)
    present.lastRecord = journal?.last
  }

  /// The minimum pause between polls for records, whatever their number.
  private static let recordPause = Duration.milliseconds(200)

  /// Returns when the app has ended, if the page ends with it; otherwise only when the task is
  /// cancelled.
  func end() async {
    guard options.endWithApp else {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
      return
    }
    while !Task.isCancelled, target.kind != .ended {
      try? await Task.sleep(for: Self.endPause)
      if ContinuousClock.now - lastLook > max(Self.endPause / 2, rest) { lookNow() }
    }
    // The pages are notified first.
    try? await Task.sleep(for: Self.pause * 2)
  }

  /// The maximum delay between the app's end and the page's.
  private static let endPause = Duration.milliseconds(500)

  /// Reads the journal of a new target, and returns whether it continues the previous one.
  private func seeJournal() -> Bool {
    guard target.capabilities.contains(.journal), let look = try? target.journal() else {
      journal = nil
      return false
    }
    let isSame = journal.map { look.contents.isOfSameProcess(as: $0.look.contents) } ?? false
    journal = .reading(look, after: journal)
    return isSame
  }

  /// Switches to another target.
  private func takeUp(_ open: () throws -> any SharedTarget) {
    do {
      let next = try open()
      target = next
      // The journal's file has grown or was replaced.
      let isSame = seeJournal()
      present = State(
        revision: present.revision + 1, opened: present.opened + (isSame ? 0 : 1),
        lastRecord: journal?.last)
    } catch {
      present.failure = "\(error)"
    }
  }
}
