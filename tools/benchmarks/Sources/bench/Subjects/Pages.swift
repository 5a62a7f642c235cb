import Foundation

/// The page in Chromium; `tools/bench` installs its driver.
let pages: [Measurement] = [
  Measurement(
    name: "page: first view, 100,000 models, beyond an empty page", unit: .milliseconds,
    target: .atMost(1_000), isHeavy: true
  ) { workbench in
    let (ours, empty) = try workbench.page("first_view", try workbench.largeDump(), turns: 5)
    return Measurement.Outcome(ours: Samples(zip(ours, empty).map { $0 - $1 }))
  },
  Measurement(
    name: "page: a frame of the diagram, 100,000 boxes", unit: .milliseconds,
    target: .atMostPeer(times: 2), isHeavy: true
  ) { workbench in
    let (ours, peer) = try workbench.page("frame", try workbench.largeDump(), turns: 7)
    return Measurement.Outcome(
      ours: Samples(ours), peer: .measured(name: "as many plain rectangles", Samples(peer)))
  },
  Measurement(
    name: "page: a changed dump is seen, 1,000 models", unit: .milliseconds, target: .atMost(100),
    isHeavy: true
  ) { workbench in
    let dump = try workbench.dump(nodes: 1_000)
    return Measurement.Outcome(ours: Samples(try workbench.page("change", dump, turns: 7).ours))
  },
  Measurement(
    name: "page: an app that raises 10,000 messages a second, watched", unit: .milliseconds,
    target: .sameAsPeer(probability: 0.05), isHeavy: true
  ) { workbench in
    let (ours, peer) = try workbench.pageOfBusyApp("busy", turns: 20)
    return Measurement.Outcome(
      ours: Samples(ours), peer: .measured(name: "by nobody", Samples(peer)))
  },
  Measurement(
    name: "page: longest frame, 10,000 messages a second", unit: .milliseconds,
    target: .atMost(100), isHeavy: true
  ) { workbench in
    Measurement.Outcome(ours: Samples(try workbench.pageOfBusyApp("frames", turns: 5).ours))
  },
  Measurement(
    name: "page: its files", unit: .bytes, target: .atMost(256_000), isHeavy: true
  ) { workbench in
    Measurement.Outcome(
      ours: Samples(try workbench.page("size", workbench.smallDump, turns: 1).ours))
  },
  Measurement(
    name: "page: another command beside the program that serves it", unit: .milliseconds,
    target: .sameAsPeer(probability: 0.05), isHeavy: true
  ) { workbench in
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let alone = folder.appending(path: "modeltree")
    try FileManager.default.copyItem(at: URL(filePath: workbench.command), to: alone)
    let words = ["print", workbench.smallDump]
    let ours = ChildProcess(binary: workbench.command, arguments: words)
    let peer = ChildProcess(binary: alone.path(), arguments: words)
    let (samples, peerSamples) = try Samples.interleaved(turns: 101, warmUps: 10) {
      try ours.run().milliseconds
    } _: {
      try peer.run().milliseconds
    }
    return Measurement.Outcome(
      ours: samples, peer: .measured(name: "without it", peerSamples))
  },
]

extension Workbench {
  /// Measures a page of an app that raises 10,000 messages a second, each handled.
  fileprivate func pageOfBusyApp(
    _ measurement: String, turns: Int
  ) throws -> (ours: [Double], peer: [Double]) {
    let folder = try SocketFolder()
    let app = try ListeningChild(models: 1_000, messages: 10_000, folder: folder.path)
    setenv("MODELTREE_DIR", folder.path, 1)
    return try page(measurement, app.word, turns: turns)
  }
}
