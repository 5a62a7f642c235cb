import Foundation

/// Measures performance against its targets. `tools/bench` builds this and passes all paths.
@main
enum Bench {
  @MainActor static func main() async {
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      note("bench: \(error)")
      exit(2)
    }

    if let count = options.modelsToHold { ModelHolder.hold(count) }
    if let count = options.modelsToShow {
      await ListeningChild.listen(count, messages: options.messagesToRaise)
    }

    // Whole processes first: a process is charged with its parent's peak memory if that was larger,
    // so it must start before this one has read a dump or created a tree.
    let all =
      [memoryOfModels] + wholeProcesses + attaching + drawings + largeReading
      + growth + differences + dumpsInMemory + analysis
      + risingMessages + sessionsAndServices + lifeOfModels + registering + events + changingTrees
      + snapshots + memoryThatStays + journals + [idleInspector] + signals + foreignObjects
      + telemetry + pages + explorations
    let chosen = all.filter {
      options.filter.isEmpty ? !$0.isHeavy : $0.name.contains(options.filter)
    }
    if chosen.isEmpty {
      let names = all.map { "  \($0.name)" }.joined(separator: "\n")
      note("bench: no measurement is called '\(options.filter)'; there are:\n\(names)")
      exit(2)
    }

    let workbench = Workbench(options)
    let report: any Report = options.json ? JSONReport() : TableReport(names: chosen.map(\.name))
    report.begin()
    for measurement in chosen {
      note("measuring: \(measurement.name)")
      report.add(await measurement.row(on: workbench))
    }
  }
}

/// One line on standard error.
func note(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
}
