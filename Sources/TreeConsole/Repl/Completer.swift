import LineEditing
import ArgumentParser
import TextIO
import TreeAnalysis
import TreeGraph
import TreeSnapshot

/// Finds what could stand at the cursor of a REPL line.
struct Completer {
  let target: any InspectionTarget
  var remembered = RememberedTrees()

  /// Parts of a tree's names that are offered at most, so that a large tree stays quick.
  private static let limit = 2_000

  func complete(_ request: CompletionRequest) -> Completion {
    let line = String(decoding: Array(request.line.utf8.prefix(request.cursor)), as: UTF8.self)
    let words = ShellWords.splitForCompletion(line)
    guard let word = words.last else { return .none }
    let (texts, suffix) = candidates(for: word.text, after: words.dropLast().map(\.text))
    let fitting = texts.filter { $0.hasPrefix(word.text) }
    return Completion(
      replacing: word.start..<line.utf8.count,
      candidates: unique(fitting).map { text in
        Completion.Candidate(text: ShellWords.quote(text), display: SafeText(text))
      },
      suffix: fitting.allSatisfy { $0.hasSuffix("/") || $0.hasSuffix("=") } ? "" : suffix)
  }

  private func candidates(
    for word: String, after words: [String]
  ) -> (texts: [String], suffix: String) {
    guard let name = words.first else { return (ReplRoot.commandNames.sorted(), " ") }
    if name == "help" { return (words.count == 1 ? ReplRoot.commandNames.sorted() : [], " ") }
    guard
      let command = ReplRoot.commands.first(where: {
        $0.commandName == name || $0.aliases.contains(name)
      })
    else { return ([], " ") }
    if command == Do.self { return (words.count == 1 ? target.actions.map(\.name) : [], " ") }

    let syntax = CommandSyntax(help: ReplRoot.helpMessage(for: command, columns: 400))
    if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
      let option = syntax.options.first { $0.name == word[..<sign] }
      guard let value = option?.value else { return ([], " ") }
      let given = String(word[word.index(after: sign)...])
      return (values(named: value, for: given, kind: nil).map { word[...sign] + $0 }, " ")
    }
    if word.hasPrefix("-") {
      let unused = syntax.options.map(\.name).filter { !words.contains($0) }
      return (unused.filter { $0.hasPrefix("--") }, " ")
    }
    if let pending = pendingValue(syntax, words) {
      return (values(named: pending, for: word, kind: nil), pending == "file" ? "" : " ")
    }
    let given = positionals(syntax, words)
    let last = syntax.arguments.count - 1
    guard given.count <= last || syntax.isLastRepeated else { return ([], " ") }
    let argument = syntax.arguments[min(given.count, last)]
    return (values(named: argument, for: word, kind: given.first), " ")
  }

  /// The name of the value that the last option waits for.
  private func pendingValue(_ syntax: CommandSyntax, _ words: [String]) -> String? {
    func value(of word: String?) -> String? {
      syntax.options.first { $0.name == word }?.value
    }
    if words.count >= 2, words[words.count - 2] == "--trace", let kind = words.last {
      return "message of \(kind)"
    }
    let pending = value(of: words.last)
    return pending == "kind message" ? "kind" : pending
  }

  private func positionals(_ syntax: CommandSyntax, _ words: [String]) -> [String] {
    var positionals: [String] = []
    var skipped = 0
    for (index, word) in words.enumerated().dropFirst() {
      if skipped > 0 {
        skipped -= 1
      } else if word.hasPrefix("-") {
        let takesValue = syntax.options.contains { $0.name == word && $0.value != nil }
        skipped = takesValue ? (word == "--trace" && index + 2 < words.count ? 2 : 1) : 0
      } else {
        positionals.append(word)
      }
    }
    return positionals
  }

  private func values(named name: String, for word: String, kind: String?) -> [String] {
    switch name {
    case "kind": return Message.Kind.allCases.map(\.rawValue)
    case "format": return GraphFormat.allCases.map(\.rawValue)
    case "rule": return LintRule.all.map(\.name)
    case "file": return FileNames.beginning(with: word)
    case "specs":
      return FileNames.beginning(with: word).filter {
        $0.hasSuffix("/") || $0.hasSuffix(SpecFiles.ending)
      }
    case "way": return SpecUpdate.Way.allCases.map(\.rawValue)
    case "policy": return CheckOptions.UnusedPolicy.allCases.map(\.rawValue)
    case "format[=file]": return reports(for: word)
    case "name": return remembered.names
    case "old", "new": return remembered.names + FileNames.beginning(with: word)
    case "selector": return selectors(for: word)
    case "message": return messages(of: kind, for: word)
    case _ where name.hasPrefix("message of "):
      return messages(of: String(name.dropFirst("message of ".count)), for: word)
    default: return []
    }
  }

  /// Formats, those that need a file with `=`; behind it files.
  private func reports(for word: String) -> [String] {
    guard let sign = word.firstIndex(of: "=") else {
      return ReportDestination.Format.allCases.map { $0.rawValue + ($0.needsFile ? "=" : "") }
    }
    let file = String(word[word.index(after: sign)...])
    return FileNames.beginning(with: file).map { word[...sign] + $0 }
  }

  private func messages(of kind: String?, for word: String) -> [String] {
    guard let kind = kind.flatMap(Message.Kind.init), let state = try? target.state() else {
      return []
    }
    let known = state.snapshot.knownMessages(kind)
    let names = known.map(\.message.name)
    let labeled = known.compactMap { declared in
      declared.label.map { "\(declared.message.domain).\($0)" }
    }
    // Labels and bare names are offered once something was typed that only they begin with.
    let typed = word.isEmpty ? names : names + labeled
    if typed.contains(where: { $0.hasPrefix(word) }) { return typed }
    return known.flatMap { [$0.message.code, $0.label].compactMap { $0 } }
  }

  private func selectors(for word: String) -> [String] {
    guard let state = try? target.state() else { return [] }
    let snapshot = state.snapshot
    if word.hasPrefix("#") {
      return Array(
        snapshot.positions.lazy.map { "#\(snapshot[$0].id)" }.filter { $0.hasPrefix(word) }
          .prefix(Self.limit))
    }
    if let slash = word.lastIndex(of: "/") {
      return Array(
        children(of: String(word[..<slash]), in: snapshot).lazy.filter { $0.hasPrefix(word) }
          .prefix(Self.limit))
    }
    var symbols: Set<Symbol> = []
    for fields in snapshot.columns.fixed { symbols.insert(fields.type) }
    return symbols.map { NodePaths.selectorName(snapshot.columns.symbols.string($0)) }.sorted()
  }

  /// One level further, as a shell completes folders. What has children of its own ends in `/`.
  private func children(of head: String, in snapshot: Snapshot) -> [String] {
    if head.isEmpty { return ["/" + name(of: snapshot.root, place: nil)] }
    guard let selector = try? Selector(head) else { return [] }
    let parents = selector.matches(in: snapshot)
    return parents.flatMap { parent in
      let children = Array(snapshot[parent].children)
      var counts: [String: Int] = [:]
      for child in children { counts[child.type, default: 0] += 1 }
      var places: [String: Int] = [:]
      return children.map { child in
        places[child.type, default: 0] += 1
        let place = counts[child.type] == 1 ? nil : places[child.type]
        return "\(head)/\(name(of: child, place: place))"
      }
    }
  }

  private func name(of node: Snapshot.Node, place: Int?) -> String {
    NodePaths.selectorName(node.type) + (place.map { "[\($0)]" } ?? "") + (node.isLeaf ? "" : "/")
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
