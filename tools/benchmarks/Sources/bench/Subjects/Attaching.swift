import Foundation

/// Attaching to an app, in the user's way: whole processes of the command and the app.
let attaching: [Measurement] = [
  Measurement(
    name: "attach: print, small app, start to end", unit: .milliseconds,
    target: .atMostPeer(times: 3)
  ) { workbench in
    try compare(models: 9, workbench, ["print"], turns: 51)
  },
  Measurement(
    name: "attach: look, 100,000 models", unit: .milliseconds, target: .atMostPeer(times: 4)
  ) { workbench in
    try compare(models: 100_000, workbench, ["print", "--depth", "1"], turns: 11)
  },
  Measurement(
    name: "attach: longest stall by look, 100,000 models", unit: .milliseconds,
    target: .atMostPeer(times: 1)
  ) { workbench in
    try stalls(models: 100_000, workbench, turns: 11)
  },
  Measurement(
    name: "attach: apps, with 50", unit: .milliseconds, target: .atMostPeer(times: 5)
  ) { workbench in
    try listing(workbench)
  },
  Measurement(
    name: "attach: wakeups of an idle app, a minute", unit: .count, target: .atMost(0),
    isHeavy: true
  ) { _ in
    let folder = try SocketFolder()
    let app = try ListeningChild(models: 1_000, folder: folder.path)
    try await Task.sleep(for: .seconds(2))
    guard let before = app.wakeups else {
      throw BenchError(description: "the system does not say how often threads are woken")
    }
    try await Task.sleep(for: .seconds(60))
    let after = app.wakeups ?? before
    return Measurement.Outcome(ours: Samples([Double(after - before)]))
  },
]

/// An app, and a file with the dump of its tree.
private struct DumpedApp {
  let app: ListeningChild
  let dump: String
  private let folder: SocketFolder
  private let command: String

  init(models: Int, _ workbench: Workbench) throws {
    folder = try SocketFolder()
    app = try ListeningChild(models: models, folder: folder.path)
    setenv("MODELTREE_DIR", folder.path, 1)
    dump = "\(folder.path)/dump.json"
    command = workbench.command
    let write = ["print", app.word, "--json", "-o", dump]
    _ = try ChildProcess(binary: command, arguments: write).run()
  }

  /// Times a command on a target.
  func run(_ words: [String], _ target: String) throws -> Double {
    let arguments = [words[0], target] + words.dropFirst()
    return try ChildProcess(binary: command, arguments: arguments).run().milliseconds
  }
}

/// Times a command on a running app against the same on its dump.
private func compare(
  models: Int, _ workbench: Workbench, _ words: [String], turns: Int
) throws -> Measurement.Outcome {
  let dumped = try DumpedApp(models: models, workbench)
  let (ours, theirs) = try Samples.interleaved(turns: turns, warmUps: 2) {
    try dumped.run(words, dumped.app.word)
  } _: {
    try dumped.run(words, dumped.dump)
  }
  return Measurement.Outcome(ours: ours, peer: .measured(name: "its dump", theirs))
}

/// Times the app's longest stall of the main actor during a look, against a snapshot of the same
/// tree in its process.
private func stalls(
  models: Int, _ workbench: Workbench, turns: Int
) throws -> Measurement.Outcome {
  let folder = try SocketFolder()
  let app = try ListeningChild(models: models, folder: folder.path)
  setenv("MODELTREE_DIR", folder.path, 1)
  let look = ChildProcess(
    binary: workbench.command, arguments: ["print", app.word, "--depth", "1"])
  let (ours, theirs) = try Samples.interleaved(turns: turns) {
    _ = try app.perform("begin", workbench)
    _ = try look.run()
    return try app.perform("stall", workbench)
  } _: {
    try app.perform("snapshot", workbench)
  }
  return Measurement.Outcome(ours: ours, peer: .measured(name: "a snapshot", theirs))
}

/// The time of `apps` where 50 apps listen, and where one does.
private func listing(_ workbench: Workbench) throws -> Measurement.Outcome {
  let (few, many) = (try SocketFolder(), try SocketFolder())
  let one = try ListeningChild(models: 100, folder: few.path)
  let fifty = try (0..<50).map { _ in try ListeningChild(models: 100, folder: many.path) }
  func run(in folder: SocketFolder) throws -> Double {
    setenv("MODELTREE_DIR", folder.path, 1)
    return try ChildProcess(binary: workbench.command, arguments: ["apps"]).run().milliseconds
  }
  let (ours, theirs) = try Samples.interleaved(turns: 21) {
    try run(in: many)
  } _: {
    try run(in: few)
  }
  return withExtendedLifetime((one, fifty)) {
    Measurement.Outcome(ours: ours, peer: .measured(name: "with 1", theirs))
  }
}

/// A folder for sockets, removed with this object.
final class SocketFolder {
  let path = "/tmp/modeltree-bench-\(UUID().uuidString.prefix(8))"

  init() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
