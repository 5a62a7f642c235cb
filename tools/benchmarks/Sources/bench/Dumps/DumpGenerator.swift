import Foundation

/// Makes up a large dump: about 110 bytes a node, the same bytes each time, laid out as our writer
/// does it.
///
/// It goes to the file piece by piece. Were the tree built in memory, processes started afterwards
/// would be charged with it.
struct DumpGenerator {
  private var random = FixedRandom()
  /// The ids from the root to the parent of the next node.
  private var ancestors: [Int] = []
  private var text = ""

  private static let deepest = 24

  /// Writes a dump, whole or not at all.
  static func write(nodes count: Int, to path: String) throws {
    let unfinished = "\(path).\(getpid())"
    guard let file = fopen(unfinished, "w") else {
      throw BenchError(description: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
    var generator = DumpGenerator()
    generator.writeHead()
    var isWhole = true
    for id in 1...count {
      generator.writeNode(id)
      generator.text += id < count ? ",\n" : "\n  ]\n}\n"
      if generator.text.utf8.count > 60_000 || id == count {
        isWhole = generator.flush(to: file) && isWhole
      }
    }
    isWhole = fclose(file) == 0 && isWhole
    guard isWhole, rename(unfinished, path) == 0 else {
      unlink(unfinished)
      throw BenchError(description: "cannot write \(path): is the disk full?")
    }
  }

  private mutating func flush(to file: UnsafeMutablePointer<FILE>) -> Bool {
    defer { text.removeAll(keepingCapacity: true) }
    return text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
  }

  private mutating func writeHead() {
    text += "{\n  \"format\": \"model-tree\",\n  \"version\": 1,\n  \"name\": \"Benchmark\",\n"
    let messages = DumpNames.messages.map { "    \($0)}" }.joined(separator: ",\n")
    text += "  \"messages\": [\n\(messages)\n  ],\n  \"nodes\": [\n"
  }

  private mutating func writeNode(_ id: Int) {
    text += "    {\"id\": \(id)"
    if let parent = nextParent() { text += ", \"parent\": \(parent)" }
    let isSession = id == 1 || random.hits(oneIn: 1000)
    let isFlow = ancestors.count < 4 || random.hits(oneIn: 8)
    let types = isFlow ? DumpNames.flows : DumpNames.models
    write("type", isSession ? "UserSession" : random.pick(types))
    if random.hits(oneIn: 5) { write("label", random.pick(DumpNames.labels)) }
    if isSession { text += ", \"session\": true" }
    if random.hits(oneIn: 20) { write("representation", "\(random.pick(DumpNames.topics))Screen") }
    if isSession {
      let services = DumpNames.services.prefix(1 + random.below(4))
      text += ", \"services\": [" + services.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
    writeHandles()
    if random.hits(oneIn: 25) { text += ", \"raises\": [\(random.pick(DumpNames.messages))}]" }
    if random.hits(oneIn: 4) { write("source", source()) }
    if random.hits(oneIn: 16) {
      let key = random.pick(DumpNames.stateKeys)
      text += ", \"state\": {\"\(key)\": \"\(random.pick(DumpNames.stateValues))\"}"
    }
    text += "}"
    ancestors.append(id)
  }

  /// Goes up a few levels, or stays below the node that was written last.
  private mutating func nextParent() -> Int? {
    if ancestors.count <= 1 { return ancestors.last }
    while ancestors.count > 1, ancestors.count > Self.deepest || random.hits(oneIn: 2) {
      ancestors.removeLast()
    }
    return ancestors.last
  }

  /// Thirteen nodes of sixteen handle nothing, the others one to three messages.
  private mutating func writeHandles() {
    let count = max(0, random.below(16) - 12)
    if count == 0 { return }
    let first = random.below(DumpNames.messages.count)
    let handles = (0..<count).map { index in
      let message = DumpNames.messages[(first + index) % DumpNames.messages.count]
      return random.hits(oneIn: 3) ? "\(message), \"source\": \"\(source())\"}" : "\(message)}"
    }
    text += ", \"handles\": [" + handles.joined(separator: ", ") + "]"
  }

  private mutating func source() -> String {
    "\(random.pick(DumpNames.topics))Flow.swift:\(10 + random.below(290))"
  }

  private mutating func write(_ key: String, _ value: String) {
    text += ", \"\(key)\": \"\(value)\""
  }
}
