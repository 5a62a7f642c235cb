import MemoryGraph
import TextIO
import TreeSnapshot

/// Who holds leaked models, out of the memory of the test's process.
struct LeakHolders {
  /// The number of models whose holders are looked for.
  private static let modelLimit = 5
  /// How long to look.
  private static let patience = Duration.seconds(10)

  /// Lines that name the holders; empty if they can't be read.
  static func lines(of leaks: [LeakedModel]) -> [String] {
    #if os(Linux)
      let models = leaks.filter { $0.holder == nil && $0.address != nil }.prefix(modelLimit)
      let start = ContinuousClock.now
      let report = try? MemoryScan.ofThisProcess(.objects(models.compactMap(\.address))) {
        start.duration(to: .now) > patience
      }
      guard let report else { return [] }
      var lines = ["", "In memory:"]
      for model in models {
        guard let object = report.objects.first(where: { $0.address == model.address }) else {
          continue
        }
        lines.append("  #\(model.id)")
        let paths = object.paths.prefix(2).enumerated().flatMap { index, path in
          path.text(after: index == 0 ? "    held by  " : "    also by  ")
        }
        lines += paths.map { SafeText($0).string }
        if paths.isEmpty { lines.append("    \(report.scanned.unexplained(object))") }
      }
      if let missing = report.scanned.missingLine { lines.append("  \(SafeText(missing))") }
      return lines
    #else
      return []
    #endif
  }
}
