import Foundation

/// The memory of a model, by comparing a process with many models and one with none.
let memoryOfModels = Measurement(
  name: "runtime: peak memory, each of 1,000,000", unit: .bytes, target: .atMost(200)
) { _ in
  // If it were larger, both children would be charged with it, and differ by too little.
  guard ChildProcess.ownPeakMegabytes < Double(ModelHolder.ballastMegabytes) else {
    throw BenchError(description: "the bench itself held more memory than its children")
  }
  guard let binary = Bundle.main.executablePath else {
    throw BenchError(description: "the bench cannot find its own binary")
  }
  let count = 1_000_000
  func peak(holding models: Int) throws -> Double {
    let arguments = [ModelHolder.option, "\(models)"]
    return try ChildProcess(binary: binary, arguments: arguments).run().peakMegabytes
  }
  let samples = try Samples.repeated(turns: 15) {
    (try peak(holding: count) - peak(holding: 0)) * 1_000_000 / Double(count)
  }
  return Measurement.Outcome(ours: samples)
}
