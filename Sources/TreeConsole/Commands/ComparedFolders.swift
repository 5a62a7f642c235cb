import TextIO
import TreeComparison
import TreeJournal
import TreeSnapshot

/// The runs of two folders, or of many builds, compared by the names of their journals.
struct ComparedFolders {
  private let words: RuleWords

  init(_ words: RuleWords) { self.words = words }

  /// What each journal of one folder and the one of the same name in another part at.
  func answer(_ old: String, _ new: String, _ list: ListOptions, _ view: View) throws -> Answer {
    let (before, after) = (try journals(in: old), try journals(in: new))
    let both = Set(before).intersection(after)
    let facts = try CollectedFacts(Set(before).union(after).sorted()) { [words] name in
      guard both.contains(name) else {
        let isOld = before.contains(name)
        return [
          DumpFact(
            ["what": isOld ? "missing" : "extra", "path": name],
            text: ["\(name) is only in \(isOld ? old : new)"], isFault: true)
        ]
      }
      return try words.parting("\(old)/\(name)", "\(new)/\(name)").map { [$0] } ?? []
    }
    return facts.answer(("difference", "differences"), list, noting: view.output)
  }

  /// The first build in which each run parts from that of the first build that has it. The folders in
  /// a folder are builds, in the order of their names; numbers in names count.
  func bisection(of folder: String, _ list: ListOptions, _ view: View) throws -> Answer {
    let folder = FileNames.withoutSlash(folder)
    var builds: [String: [String]] = [:]
    for path in try journals(in: folder) {
      guard let slash = path.firstIndex(of: "/") else { continue }
      builds[String(path[path.index(after: slash)...]), default: []].append(String(path[..<slash]))
    }
    if builds.isEmpty {
      throw ConsoleError(
        "'\(folder)' has no folders with journals; each build's go into one of its own")
    }
    let facts = try CollectedFacts(builds.keys.sorted()) { [builds, words] name in
      let builds = (builds[name] ?? []).sorted { Self.naturalOrder($0, $1) }
      func parting(_ build: Int) throws -> DumpFact? {
        try words.parting("\(folder)/\(builds[0])/\(name)", "\(folder)/\(builds[build])/\(name)")
      }
      guard builds.count > 1, var fact = try parting(builds.count - 1) else { return [] }
      // The first build and the last one part; half of those between are looked at.
      var (same, different) = (0, builds.count - 1)
      while different - same > 1 {
        let middle = (same + different) / 2
        if let found = try parting(middle) {
          (different, fact) = (middle, found)
        } else {
          same = middle
        }
      }
      return [fact.beginning(in: builds[different])]
    }
    return facts.answer(("difference", "differences"), list, noting: view.output)
  }

  /// The journals in a folder and those below it, by their paths from it.
  private func journals(in folder: String) throws -> [String] {
    let folder = FileNames.withoutSlash(folder)
    let all = try SpecFiles.trees(in: folder).filter { $0.hasSuffix(".journal") }
    if all.isEmpty { throw ConsoleError("'\(folder)' has no journals") }
    return all.map { String($0.dropFirst(folder.count + 1)) }
  }

  /// Whether a name comes before another, `build-9` before `build-10`.
  private static func naturalOrder(_ one: String, _ other: String) -> Bool {
    func parts(_ name: String) -> [(digits: Int, text: String)] {
      var parts: [(Int, String)] = []
      var digits = ""
      for character in name {
        if character.isASCII, character.isNumber {
          digits.append(character)
        } else {
          if !digits.isEmpty { parts.append((Int(digits) ?? .max, "")) }
          digits = ""
          parts.append((-1, String(character)))
        }
      }
      if !digits.isEmpty { parts.append((Int(digits) ?? .max, "")) }
      return parts
    }
    return parts(one).lexicographicallyPrecedes(parts(other)) { $0 < $1 }
  }
}

extension RuleWords {
  /// Where the runs of two journals part; nil if they don't.
  fileprivate func parting(_ old: String, _ new: String) throws -> DumpFact? {
    func contents(_ path: String) throws -> JournalContents {
      guard let contents = try FileTarget(inFolder: path).contents else {
        throw ConsoleError("\(SafeText(path)) isn't a journal")
      }
      return contents
    }
    let (one, other) = (try contents(old), try contents(new))
    let comparison = RunComparison(one, other, rules: try rules(for: [one, other]))
    return ComparisonReport(
      comparison, ComparedRun(name: "old", one), ComparedRun(name: "new", other)
    ).fact
  }
}

extension DumpFact {
  /// The same, with the build in which it begins.
  fileprivate func beginning(in build: String) -> DumpFact {
    var fact = self
    fact.members.append(Member(name: "build", value: build))
    fact.text[0] = "\(build): " + fact.text[0]
    return fact
  }
}
