import Foundation

/// What the journal of an app tells, by way of the command.
package struct JournalStory {
  /// The records, without what differs from run to run.
  package let lines: [String]
  private let records: [[String: Any]]

  /// A message, and what became of it.
  package struct Passage: Hashable, CustomStringConvertible {
    /// Such as `error StorageError.unavailable`.
    package let message: String
    /// The type of its raiser.
    package let raiser: String
    /// What a route to there ends with, such as `handled by CarRouter after 2 hops`.
    package let ending: String

    package var description: String { "\(message) of \(raiser) is \(ending)" }
  }

  /// Reads a journal's file.
  package init(ofFile path: String) throws {
    let answer = try SampleProcess("modeltree", ["journal", path, "--json"])
    let lines = answer.output.split(separator: "\n")
    // Objects are numbered as they are met, by the app or by the look at its tree.
    var numbers: [String: Int] = [:]
    self.lines = lines.map { line in
      String(line).replacing(#/"time": "[^"]*", |, "nanoseconds": [0-9]+/#, with: "")
        .replacing(#/"(node|handler|by)": ([0-9]+)/#) { match in
          let number = numbers[String(match.2)] ?? numbers.count
          numbers[String(match.2)] = number
          return "\"\(match.1)\": \(number)"
        }
    }
    records = lines.compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// The messages, each once.
  package var passages: Set<Passage> {
    let raises = Dictionary(
      records.compactMap { record in (record["seq"] as? Int).map { ($0, record) } },
      uniquingKeysWith: { $1 })
    return Set(
      records.compactMap { record in
        guard let raise = (record["raise"] as? Int).flatMap({ raises[$0] }),
          let message = raise["message"] as? [String: Any], let kind = message["kind"],
          let domain = message["domain"], let code = message["code"]
        else { return nil }
        let hops = record["hops"] as? Int ?? 0
        let way = hops == 0 ? "itself" : "after \(hops) hop\(hops == 1 ? "" : "s")"
        let count = record["count"] as? Int ?? 0
        return Passage(
          message: "\(kind) \(domain).\(code)", raiser: raise["type"] as? String ?? "",
          ending: record["what"] as? String == "handled"
            ? "handled by \(record["handlerType"] ?? "") \(way)"
            : "delivered to \(count) model\(count == 1 ? "" : "s")")
      })
  }

  /// The messages that go another way in each of some trees, or that nothing there could raise.
  ///
  /// - Parameter dumps: the files of the trees.
  package func passages(strangeTo dumps: [String]) throws -> Set<Passage> {
    var strange = passages
    for dump in dumps {
      for passage in strange {
        let found = try SampleProcess("modeltree", ["find", dump, passage.raiser, "--json"])
        // Nothing is answered where there is none.
        let nodes =
          try? JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [[String: Any]]
        for id in (nodes ?? []).compactMap({ $0["id"] as? Int }) where strange.contains(passage) {
          let words = passage.message.split(separator: " ").map(String.init)
          let route = try SampleProcess(
            "modeltree", ["trace", dump] + words + ["--from", "#\(id)"])
          // Behind it the receivers of an event are said to be in order.
          if route.lines.contains(where: { "\($0),".hasPrefix("\(passage.ending),") }) {
            strange.remove(passage)
          }
        }
      }
    }
    return strange
  }
}

/// The dumps of a sample that are kept, such as those that begin with `cars-`.
package func keptDumps(of prefix: String) throws -> [String] {
  let folder = samplesFolder.appending(path: "dumps")
  return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    .filter { $0.hasPrefix(prefix) }.map { folder.appending(path: $0).path() }
}
