package import Holders
import LineEditing
import TextIO
package import TreeSnapshot

/// A target's leaked models, and what its process's memory says of who holds objects.
package struct HolderAnswer {
  /// The leaked models.
  let left: [LeakedModel]
  /// Those that something else than another leaked model holds, with their holders.
  let report: HolderReport

  /// Scans memory for the holders of leaked models.
  ///
  /// - Parameters:
  ///   - left: The leaked models, with their addresses.
  ///   - scan: Scans the memory for the holders of the objects at some addresses.
  package init<Failure: Error>(
    _ left: [LeakedModel], scan: ([UInt]) throws(Failure) -> HolderReport
  ) throws(Failure) {
    self.left = left
    // What another leaked model holds is shown with that one.
    let addresses = left.filter { $0.holder == nil }.compactMap(\.address)
    var report = try scan(addresses)
    report.addSources(FunctionSources.find)
    self.report = report
  }

  /// The holders of a leaked model; nil if it has gone, or another one holds it.
  func held(_ model: LeakedModel) -> HeldObject? {
    guard model.holder == nil, let address = model.address else { return nil }
    return report.objects.first { $0.address == address }
  }
}

/// Places of functions in the sources, out of a program's debug information, which `llvm-symbolizer` of
/// Swift's or LLVM's tools reads.
enum FunctionSources {
  /// The number of functions that are looked up at once; their places fit into a pipe.
  private static let limit = 200

  /// The file and line of each function; nil where the program has no debug information, or the machine
  /// has no such tool.
  static func find(_ functions: [FunctionCode]) -> [String?] {
    let asked = functions.prefix(limit)
    let none = [String?](repeating: nil, count: functions.count)
    // A name of a file that its syntax can't express isn't sent.
    if asked.contains(where: { $0.file.contains { $0 == "\"" || $0.isNewline } }) { return none }
    // What it can't read, it names in an error.
    let script = """
      exec llvm-symbolizer --functions=none --no-inlines --basenames --output-style=GNU "$@" 2>/dev/null
      """
    let questions = asked.map { "\"\($0.file)\" 0x\(String($0.address, radix: 16))" }
    let output = StartedProgram.output(of: ["sh", "-c", script, "sh"] + questions, limit: 1 << 16)
    guard let output else { return none }
    let places = String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
      // `??:0` if it isn't known, `<compiler-generated>:0` if it stands in no source.
      line.hasSuffix(":0") || line.hasPrefix("?") || line.hasPrefix("<") ? nil : String(line)
    }
    guard places.count == asked.count else { return none }
    return places + none.dropFirst(places.count)
  }
}
