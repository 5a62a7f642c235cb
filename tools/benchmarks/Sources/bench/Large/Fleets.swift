import Foundation

/// Many dumps at a time: one core against two, and Spark against a loop.
let fleets: [Measurement] = [
  Measurement(
    name: "fleet: all tables, two cores", unit: .milliseconds,
    target: .timesThePeer(1.7), isHeavy: true
  ) { workbench in
    let fleet = try Fleet(workbench)
    return try fleet.onTwoCores(["export", fleet.folder, "-o", "\(fleet.folder).rows"])
  },
  Measurement(
    name: "fleet: rules against all dumps, two cores", unit: .milliseconds,
    target: .timesThePeer(1.7), isHeavy: true
  ) { workbench in
    let fleet = try Fleet(workbench)
    let rules = try workbench.file(
      "rules.treespec",
      """
      tree-spec 1
      rule "small" reason "a screen of so many models is slow"
      limit nodes <= 1000, depth <= 100
      rule "one root" reason "there is one session"
      not /*/**/Nothing
      """)
    return try fleet.onTwoCores(["check", fleet.folder, "--rules", rules])
  },
  Measurement(
    name: "fleet: Spark with all tables and ten answers", unit: .milliseconds, target: .shown,
    isHeavy: true
  ) { workbench in
    let fleet = try Fleet(workbench)
    let loop = ChildProcess(
      binary: "/bin/sh", arguments: ["-c", Fleet.loop, workbench.command, fleet.folder])
    guard try workbench.figure(ofPython: Fleet.spark, fleet.folder, workbench.command) != nil else {
      let ours = try Samples.repeated(turns: 3) { try loop.run().milliseconds }
      return Measurement.Outcome(
        ours: ours, peer: .missing("pyspark is not there; this is the loop"))
    }
    let (ours, peer) = try Samples.interleaved(turns: 3, warmUps: 0) {
      try workbench.figure(ofPython: Fleet.spark, fleet.folder, workbench.command) ?? .infinity
    } _: {
      try loop.run().milliseconds
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "loop of the shell", peer))
  },
]

/// 1,000 dumps of 1,000 models.
private struct Fleet {
  private static let count = 1_000
  /// Their folder.
  let folder: String
  private let workbench: Workbench

  init(_ workbench: Workbench) throws {
    self.workbench = workbench
    folder = try workbench.folder("fleet") { folder in
      for number in 0..<Self.count {
        let place = "\(folder)/build-\(1000 + number / 100)/App"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try workbench.write("app", nodes: 1_000, seed: number, to: "\(place)/screen-\(number).json")
      }
    }
  }

  /// Runs the command on two cores and on one.
  func onTwoCores(_ arguments: [String]) throws -> Measurement.Outcome {
    let command = ChildProcess(binary: workbench.command, arguments: arguments)
    guard let taskset = ChildProcess.find("taskset") else {
      let ours = try Samples.repeated(turns: 5) { try command.run().milliseconds }
      return Measurement.Outcome(ours: ours, peer: .missing("there is no taskset"))
    }
    func cores(_ list: String) throws -> Double {
      try ChildProcess(binary: taskset, arguments: ["-c", list, command.binary] + arguments)
        .run().milliseconds
    }
    let (ours, peer) = try Samples.interleaved(turns: 5) {
      try cores("0,1")
    } _: {
      try cores("0")
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "one core", peer))
  }

  /// Runs the job in local mode; prints its duration in milliseconds.
  static let spark = """
    import os, shutil, subprocess, sys, time
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYSPARK_SUBMIT_ARGS"] = "--master local[2] --conf spark.ui.enabled=false pyspark-shell"
    job, out = os.environ["MODELTREE_FLEET_JOB"], sys.argv[1] + ".tables"
    start = time.time()
    subprocess.run(
        [sys.executable, job, sys.argv[1], out, "--modeltree", sys.argv[2]], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print((time.time() - start) * 1000)
    """

  /// Exports each dump with a command of its own.
  static let loop = """
    find "$1" -name '*.json' | while read -r dump; do "$0" export "$dump" -o "$1.rows"; done
    """
}
