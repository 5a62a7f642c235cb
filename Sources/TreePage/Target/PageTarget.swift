import TextIO
import TreeConsole
import TreeSnapshot

/// What a page looks at. Its commands run one after the other, on a thread of their own.
///
/// A dump is read again when its file has changed, and however many pages look at it, once.
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
  private var present = State(revision: 1)
  /// The columns of the present revision, once they were asked for.
  private var written: [UInt8]?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Looks at a target for the first time.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  init(_ options: PageOptions) throws {
    self.options = options
    stamp = FileStamp(of: options.target)
    target = try DumpTarget(path: options.target)
    service = CommandService(target: target)
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
    return CommandAnswer(service.run(command.words)).json
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
  /// How long after a change of the file it is seen at the latest.
  private static let pause = Duration.milliseconds(100)

  /// Waits for a state that is another one; nil after some time in which there is none.
  func state(after last: State?) async -> State? {
    let end = ContinuousClock.now + Self.silence
    while true {
      look()
      if present != last { return present }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pause)) != nil else {
        return nil
      }
    }
  }

  /// Reads the dump again where its file is another one.
  private func look() {
    guard let path = target.file, path != "-" else { return }
    let stamp = FileStamp(of: path)
    guard stamp != self.stamp else { return }
    self.stamp = stamp
    do {
      target = try DumpTarget(path: path)
      service = CommandService(target: target)
      written = nil
      present = State(revision: present.revision + 1)
    } catch {
      present.failure = "\(error)"
    }
  }
}
