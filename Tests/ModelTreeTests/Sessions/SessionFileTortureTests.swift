import Foundation
import ModelTree
import ModelTreeStorage
import TestSupport
import Testing

/// Processes that concurrently save, load, and clear a session, and are killed at random moments.
///
/// It takes a second, or the number in `MODELTREE_TORTURE_SECONDS`.
@Suite(.serialized) nonisolated struct `The file of a session that several processes use` {
  private static let duration = Duration.seconds(
    ProcessInfo.processInfo.environment["MODELTREE_TORTURE_SECONDS"].flatMap(Int.init) ?? 1)

  /// A disk lets few saves meet in a second, memory many.
  private let folder: TemporaryFolder
  private let torture: SessionTorture

  init() throws {
    folder = try TemporaryFolder(in: "/dev/shm")
    torture = SessionTorture(folder: folder.path)
    try folder.makeFolder("kept")
  }

  @Test func `is whole or absent, and never open to others, wherever they are killed`() async throws
  {
    let end = ContinuousClock.now + Self.duration
    let seed = UInt64.random(in: 0 ... .max)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<3 as Range<UInt64> {
        group.addTask { [torture] in
          var random = SeededGenerator(seed: seed &+ lane)
          while ContinuousClock.now < end {
            let life = UInt32(random.next(below: 120_000))
            await #expect(processExitsWith: .signal(SIGKILL)) {
              [
                torture = torture as SessionTorture, life = life as UInt32,
                seed = random.next() as UInt64
              ] in
              torture.run(seed: seed, microseconds: life)
            }
          }
        }
      }
      group.addTask { [torture] in
        while ContinuousClock.now < end {
          try torture.look()
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      try await group.waitForAll()
    }
    // The leftovers of the last ones.
    try torture.look()
    try torture.expectNothingIsOpen(allowingDamage: false)
    try torture.store.clear()
    #expect(try torture.names == [], "seed \(seed)")
  }

  @Test func `is saved and cleared without an error by two at once`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for seed in 0..<2 as Range<UInt64> {
        group.addTask { [torture] in
          await #expect(processExitsWith: .success) {
            [torture = torture as SessionTorture, seed = seed as UInt64] in
            torture.saveAndClear(2_000, seed: seed)
          }
        }
      }
    }
    try torture.store.clear()
    #expect(try torture.names == [])
  }
}

/// The work of one of the processes.
nonisolated private struct SessionTorture: Codable, Sendable {
  /// A folder with the folder `kept` in it, where the session is.
  let folder: String

  private static let damage = "nothing but damage"
  private static let token = "a token that nobody may read"

  private var path: String { "\(folder)/kept/session.json" }
  var store: FileSessionStore { FileSessionStore(path: path) }

  /// The contents of the session's folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "\(folder)/kept") }
  }

  /// Works until it kills itself.
  func run(seed: UInt64, microseconds: UInt32) -> Never {
    Thread.detachNewThread {
      usleep(microseconds)
      kill(getpid(), SIGKILL)
    }
    var random = SeededGenerator(seed: seed)
    while true {
      expectNoError {
        switch random.next(below: 20) {
        case 0: try damage()
        case 1...4: try store.clear()
        case 5...9: try load()
        default: try store.save(archive(random.next(below: 60)))
        }
      }
    }
  }

  func saveAndClear(_ times: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<times {
      expectNoError {
        if random.chance(1, in: 4) {
          try store.clear()
        } else {
          try store.save(archive(1))
        }
      }
    }
  }

  /// Ends the process where there is an error.
  private func expectNoError(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      Issue.record(error)
      exit(EXIT_FAILURE)
    }
  }

  /// Of different lengths, so that a mixture of two isn't a session.
  private func archive(_ number: Int) -> SessionArchive {
    SessionArchive(
      credentials: Credentials(userID: "\(number)", userName: "Ann", token: Self.token),
      content: String(repeating: "\(number) ", count: number * 100))
  }

  /// Puts a damaged file, which everybody may read, in the place of the session.
  private func damage() throws {
    let name = "\(folder)/\(getpid())"
    try Data(Self.damage.utf8).write(to: URL(filePath: name))
    rename(name, path)
  }

  /// Loads one of the saved sessions, or throws the damage.
  private func load() throws {
    do {
      guard let loaded = try store.load() else { return }
      let number = try #require(Int(loaded.credentials.userID))
      #expect(loaded == archive(number))
    } catch SessionArchiveError.damaged(_, _, let setAside) {
      #expect(setAside != nil)
    }
  }

  /// Looks at everything that is there.
  func look() throws {
    try expectNothingIsOpen(allowingDamage: true)
    try load()
  }

  /// Asserts that others can read nothing, and that no session was set aside as damaged.
  ///
  /// - Parameter allowingDamage: whether damage may have been put there just now.
  func expectNothingIsOpen(allowingDamage: Bool) throws {
    for name in try names where !allowingDamage || name != "session.json" {
      var status = stat()
      guard lstat("\(folder)/kept/\(name)", &status) == 0 else { continue }
      #expect(status.st_mode & 0o077 == 0, "others can read \(name)")
      guard name.hasPrefix("session.json.damaged") else { continue }
      let text = try? String(contentsOfFile: "\(folder)/kept/\(name)", encoding: .utf8)
      #expect(text?.contains(Self.token) != true, "\(name) holds a session")
    }
  }
}
