import TextIO
import TreeSnapshot

/// A command whose answers for many dumps are combined.
protocol CollectedQuestion: ManyDumpsQuestion {
  /// The words for one fact, and for the list of facts in JSON.
  static var factWords: (one: SafeText, list: String) { get }

  /// The options for showing facts.
  var list: ListOptions { get }

  /// Prepares for the dumps, and returns a function that finds a dump's facts on any thread.
  ///
  /// - Throws: If an option is wrong, or applies only to one tree.
  func collector() throws -> @Sendable (Snapshot) -> [DumpFact]

  /// Why names in the question mean nothing in a tree, and whether the words suggest others; nil if all mean
  /// something. It is asked if no dump has a fact.
  func unknownNames(in snapshot: Snapshot) throws -> (words: SafeText, hasSuggestion: Bool)?
}

extension CollectedQuestion {
  func unknownNames(in snapshot: Snapshot) throws -> (words: SafeText, hasSuggestion: Bool)? { nil }
}

extension CollectedQuestion {
  static var shellDiscussion: String {
    discussion(calledAs: "modeltree \(commandName) tree.json") + """


      Many dumps, in a folder, by a pattern such as 'dumps/**/exam*.json' or in a list, are read side by \
      side, and equal answers are put together: in how many dumps, and the first of them. With --json: \
      dumps, unreadable (dump, error) and \(factWords.list), each with dumps and first. \
      Unreadable dumps are named. The status is 2 if there are any, or if no dump has a name in the question.
      """
  }

  func answer(manyDumps word: String, _ view: View) throws -> Answer? {
    guard let dumps = try DumpPaths.many(word) else { return nil }
    let collect = try collector()
    let facts = try CollectedFacts(dumps) { collect(try FileTarget(inFolder: $0).snapshot) }
    if facts.isEmpty { try refuseUnknownNames(in: dumps) }
    return facts.answer(Self.factWords, list, noting: view.output)
  }

  /// Refuses names that mean nothing in any dump; the first suggestion is made.
  private func refuseUnknownNames(in dumps: [String]) throws {
    var words: SafeText?
    for dump in dumps {
      guard let snapshot = try? FileTarget(inFolder: dump).snapshot else { continue }
      guard let unknown = try unknownNames(in: snapshot) else { return }
      if unknown.hasSuggestion { throw ConsoleError(unknown.words) }
      words = words ?? unknown.words
    }
    if let words { throw ConsoleError(words) }
  }

  /// Refuses options that apply only to one dump.
  func refuseForMany(_ options: [(name: SafeText, isThere: Bool)]) throws(ConsoleError) {
    guard let option = options.first(where: \.isThere)?.name else { return }
    throw ConsoleError("\(option) goes with one dump, not with many")
  }
}

/// A fact about a dump that may also hold for others. Facts with equal members are equal.
struct DumpFact: Hashable, Sendable {
  /// The members of its JSON object.
  var members: [Member]
  /// The fact as lines of text.
  var text: [SafeText]
  /// Lower ranks come first, however many dumps they apply to.
  let rank: Int
  /// Whether the exit status is 1.
  let isFault: Bool

  /// A member of a JSON object; omitted if it has no value.
  struct Member: Hashable, Sendable {
    var name: String
    var value: String?
  }

  init(
    _ members: KeyValuePairs<String, String?>, text: [SafeText], rank: Int = 0,
    isFault: Bool = false
  ) {
    self.members = members.map { Member(name: $0.key, value: $0.value) }
    self.text = text
    self.rank = rank
    self.isFault = isFault
  }

  /// Distinguishes facts.
  fileprivate var sortKey: SafeText {
    text.joined(separator: "\n") + "\n"
      + members.map { "\($0.value ?? "")" }.joined(separator: "\n")
  }
}

/// The facts of many dumps: each once, with its dumps.
struct CollectedFacts {
  private var dumpCount = 0
  private var failures: [(dump: String, reason: SafeText)] = []
  /// By fact: the number of its dumps, and the first of them.
  private var groups: [DumpFact: (count: Int, first: String)] = [:]

  /// Whether no dump has a fact.
  var isEmpty: Bool { groups.isEmpty }

  /// Reads dumps in parallel.
  ///
  /// - Parameter facts: Finds the facts of a dump, on any thread; its error says why there are
  ///   none.
  init(_ dumps: [String], _ facts: @escaping @Sendable (String) throws -> [DumpFact]) throws {
    try OrderedWork.run(dumps.count) { number in
      Result { try facts(dumps[number]) }
    } take: { found in
      let dump = dumps[dumpCount]
      dumpCount += 1
      do {
        // Each dump counts once for a fact.
        for fact in Set(try found.get()) { groups[fact, default: (0, dump)].count += 1 }
      } catch {
        failures.append((dump, "\(error)"))
      }
    }
  }

  /// Compares the files of two folders by their names.
  ///
  /// - Parameters:
  ///   - names: Finds the names of the files in a folder.
  ///   - facts: Compares two files of the same name.
  init(
    comparing old: String, with new: String, _ names: (String) throws -> [String],
    _ facts: @escaping @Sendable (_ old: String, _ new: String) throws -> [DumpFact]
  ) throws {
    let (before, after) = (Set(try names(old)), Set(try names(new)))
    try self.init(before.union(after).sorted()) { name in
      let isOld = before.contains(name)
      if isOld, after.contains(name) { return try facts("\(old)/\(name)", "\(new)/\(name)") }
      return [
        DumpFact(
          ["what": isOld ? "missing" : "extra", "path": name],
          text: ["\(name) is only in \(isOld ? old : new)"], isFault: true)
      ]
    }
  }

  /// Whether two names are both folders.
  ///
  /// - Parameter others: What else they may be.
  /// - Throws: `ConsoleError` if only one is.
  static func areFolders(
    _ old: String, _ new: String, or others: SafeText
  ) throws(ConsoleError) -> Bool {
    let (isOld, isNew) = (FileNames.isFolder(old), FileNames.isFolder(new))
    if isOld == isNew { return isOld }
    throw ConsoleError(
      "'\(isOld ? old : new)' is a folder, and '\(isOld ? new : old)' isn't; name two folders, or "
        + others)
  }

  /// The default number of facts to show.
  private static let usualLimit = 50

  /// Answers with the facts, and notes the unreadable dumps.
  func answer(
    _ words: (one: SafeText, list: String), _ list: ListOptions, noting output: ConsoleOutput
  ) -> Answer {
    // Those of the most dumps first, then alphabetically.
    let groups = groups.sorted { one, other in
      (one.key.rank, other.value.count, one.key.sortKey)
        < (other.key.rank, one.value.count, other.key.sortKey)
    }
    let hasFindings = groups.contains { $0.key.isFault }
    for failure in failures { output.note(failure.reason) }
    var answer =
      list.count
      ? Answer.count(groups.count, hasFindings: hasFindings)
      : Answer(hasFindings: hasFindings) {
        json(groups.prefix(list.limits.numberInJSON), words.list)
      } text: { text in
        text.list(groups, limit: list.limits.limit?.number ?? Self.usualLimit) { group, text in
          write(group, to: &text)
        }
        let count = counted(groups.count, words.one)
        let unreadable: SafeText =
          failures.isEmpty ? "" : ", \(failures.count) of which could not be read"
        text.line("\(count) in \(counted(dumpCount, "dump"))\(unreadable)")
      }
    if !failures.isEmpty { answer.failure = "\(failures.count) of the dumps could not be read" }
    return answer
  }

  private typealias Group = (key: DumpFact, value: (count: Int, first: String))

  private func write(_ group: Group, to text: inout StyledText) {
    let (count, first) = group.value
    text.line(group.key.text.first ?? "", .bold)
    for line in group.key.text.dropFirst() { text.line("  \(line)") }
    let place: SafeText =
      count == dumpCount && count > 1
      ? "in all \(count) dumps" : "in \(count) of \(counted(dumpCount, "dump"))"
    text.line("  \(place), \(count > 1 ? "first in " : "")\(first)", .dim)
  }

  private func json(_ groups: ArraySlice<Group>, _ key: String) -> JSONText {
    .object { json in
      json.write("dumps", dumpCount)
      json.array("unreadable", of: failures) { failure, json in
        json.write("dump", failure.dump)
        json.write("error", failure.reason)
      }
      json.array(key) { array in
        for (fact, place) in groups {
          array.object { json in
            for member in fact.members { json.write(member.name, member.value) }
            json.write("dumps", place.count)
            json.write("first", place.first)
          }
        }
      }
    }
  }
}

/// Finds the dumps of a word.
enum DumpPaths {
  private static let none = ConsoleError(
    "name dumps or folders of them, or give a list with --files-from")

  /// The dumps of words and a list, each once: in the order of the words, and within a folder or a
  /// pattern in order of names.
  ///
  /// - Throws: `ConsoleError` if there are none, or none for a pattern or a folder; `FileError` if
  ///   the list can't be read.
  static func all(_ words: [String], listedIn file: String?) throws -> [String] {
    if file == "-", words.contains("-") {
      throw ConsoleError("only one of the two dumps can come from standard input")
    }
    var paths = try words.flatMap(named)
    if let file { paths += try inList(file) }
    if paths.isEmpty { throw none }
    return unique(paths)
  }

  /// The dumps of a file, a folder, or a pattern.
  private static func named(_ word: String) throws(ConsoleError) -> [String] {
    if FileNames.isFolder(word) {
      // A folder with a dump's name may be in a shell's pattern by mistake; it is reported as a
      // dump.
      let trees = Result { () throws(ConsoleError) in try SpecFiles.trees(in: word) }
      if case .failure = trees, word.hasSuffix(SpecFiles.dumpEnding) { return [word] }
      return try trees.get()
    }
    guard FileGlob.isPattern(word) else { return [word] }
    let files = FileGlob.files(matching: word)
    if files.isEmpty { throw ConsoleError("no file matches '\(word)'; check the path") }
    return files
  }

  /// Marks a list of dumps in place of a dump; no path begins with it.
  private static var listMark: String { "\u{0}" }

  /// Whether a word means standard input.
  static func isStandardInput(_ word: String) -> Bool { word == "-" || word == listMark + "-" }

  /// A word for dumps in messages.
  static func shown(_ word: String) -> String {
    word.hasPrefix(listMark) ? FileNames.shown(String(word.dropFirst(listMark.count))) : word
  }

  /// The words of a command line, with `--files-from` turned into a list in place of the dump.
  static func markingList(in words: [String]) -> [String] {
    var words = words
    let index = words.prefix { $0 != "--" }.indices.dropFirst().first { index in
      words[index].hasPrefix("--files-from=")
        || words[index] == "--files-from" && index + 1 < words.count
    }
    guard let index else { return words }
    let option = words.remove(at: index)
    let name =
      option == "--files-from"
      ? words.remove(at: index) : String(option.dropFirst("--files-from=".count))
    words.insert(listMark + name, at: 1)
    return words
  }

  /// The dumps of a word that stands for several; nil for one.
  static func many(_ word: String) throws -> [String]? {
    if word.hasPrefix(listMark) { return try inList(String(word.dropFirst(listMark.count))) }
    return FileNames.isFolder(word) || FileGlob.isPattern(word) ? try named(word) : nil
  }

  /// The dumps listed in a file, one per line, or separated by zero bytes as written by `find
  /// -print0`; `-` is standard input.
  private static func inList(_ file: String) throws -> [String] {
    let bytes = try FileBytes(arriving: file)
    try bytes.receiveRest()
    let text = bytes.withBuffer { String(decoding: $0, as: UTF8.self) }
    let paths =
      text.contains("\0")
      ? text.unicodeScalars.split(separator: "\0").map { String($0) }
      : text.split(whereSeparator: \.isNewline).map(String.init)
    if paths.isEmpty { throw none }
    return unique(paths)
  }

  private static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}
