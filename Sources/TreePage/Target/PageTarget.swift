import TextIO
import TreeConsole
import TreeSnapshot

/// What a page looks at. Its commands run one after the other, on a thread of their own.
///
/// A dump is read again when its file has changed, and a running app is asked whether its tree has: once,
/// however many pages look at it.
actor PageTarget {
  /// How a target is.
  struct State: Hashable, Sendable {
    /// Counts the trees that were seen.
    var revision: Int
    /// Why there is no newer tree, where the target cannot be looked at any more.
    var failure: String?

    /// The state as it is sent.
    var json: JSONText {
      .object { json in
        json.write("revision", revision)
        json.write("failure", failure)
      }
    }
  }

  private let options: PageOptions
  private let executor = QueueExecutor()
  private var target: any InspectionTarget
  private var service: CommandService
  private var stamp: FileStamp?
  private var mark: TreeMark?
  private var lastLook = ContinuousClock.now
  private var present = State(revision: 1)
  /// The columns of the present revision, once they were asked for.
  private var written: [UInt8]?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Looks at a target for the first time.
  ///
  /// - Throws: An error whose description a person can act on.
  init(_ options: PageOptions) throws {
    self.options = options
    stamp = FileStamp(of: options.target)
    target = try options.openTarget(noting: ConsoleOutput(program: "modeltree"))
    service = CommandService(target: target)
    mark = try target.state().mark
  }

  /// What a page says of itself.
  func about() -> JSONText {
    .object { json in
      json.write("name", target.name)
      json.write("target", options.target)
      json.write("live", target.capabilities.contains(.handlers))
      json.write("specs", options.spec)
      json.write("editor", options.editor)
    }
  }

  /// The whole tree.
  ///
  /// - Throws: An error whose description a person can act on.
  func columns() throws -> [UInt8] {
    if let written { return written }
    let bytes = TreeColumns(try target.state().snapshot, revision: present.revision).bytes
    written = bytes
    return bytes
  }

  /// Runs a command, and answers `{"status", "answer", "notes"}`.
  func run(_ command: CommandRequest) -> JSONText {
    if let refusal = command.refusal {
      return CommandAnswer(status: .wrong, bytes: [], notes: [refusal]).json
    }
    return CommandAnswer(service.run(command.line)).json
  }

  /// The positions of the models that a selector matches, or why there are none.
  func matches(of selector: String) -> [UInt8] {
    let (positions, answer) = service.matches(of: selector)
    var file = ColumnFile()
    file.add("positions", positions.map { Int32(truncatingIfNeeded: $0) })
    return file.bytes { json in
      json.write("status", Int(answer.status.rawValue))
      json.write("notes", answer.notes.map(\.string))
    }
  }

  /// The page with all that it holds, for a folder.
  func export() throws -> ExportedPage {
    let snapshot = try target.state().snapshot
    return try ExportedPage(snapshot, about: about(), columns: columns(), service)
  }
}

// Watching.
extension PageTarget {
  /// How long a stream is silent at most.
  private static let silence = Duration.seconds(5)
  /// How long after a change it is seen at the latest.
  private static let pause = Duration.milliseconds(50)

  /// Waits for a state that is another one; nil after some time in which there is none.
  func state(after last: State?) async -> State? {
    let end = ContinuousClock.now + Self.silence
    while true {
      if ContinuousClock.now - lastLook > Self.pause / 2 {
        look()
        lastLook = .now
      }
      if present != last { return present }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pause)) != nil else {
        return nil
      }
    }
  }

  private func look() {
    if let path = target.file { lookAtFile(path) } else { lookAtApp() }
  }

  /// Reads the dump again where its file is another one.
  private func lookAtFile(_ path: String) {
    let stamp = FileStamp(of: path)
    guard stamp != self.stamp else { return }
    self.stamp = stamp
    takeUp { try options.openTarget(noting: ConsoleOutput(program: "modeltree")) }
  }

  /// Asks the app for its tree, which it sends where that is another one.
  private func lookAtApp() {
    if target.kind == .ended { return lookForSuccessor() }
    do {
      let state = try target.attended(by: .watching).state()
      if state.mark != mark {
        mark = state.mark
        written = nil
        present.revision += 1
      }
      present.failure = target.kind == .ended ? "\(target.name) has ended" : nil
    } catch {
      present.failure = "\(error)"
    }
  }

  /// Looks for an app of the same name, where the one that was looked at has ended.
  private func lookForSuccessor() {
    let output = ConsoleOutput(program: "modeltree")
    guard let successor = try? options.openTarget(noting: output) else { return }
    takeUp { successor }
    mark = nil
  }

  /// Goes on with another target.
  private func takeUp(_ open: () throws -> any InspectionTarget) {
    do {
      target = try open()
      service = CommandService(target: target)
      written = nil
      present = State(revision: present.revision + 1)
    } catch {
      present.failure = "\(error)"
    }
  }
}
