import LineEditing
import TextIO

/// Finds what may stand at the cursor of a prompt's line.
struct Completer {
  let source: CompletionSource

  func complete(_ request: CompletionRequest) -> Completion {
    let line = String(decoding: Array(request.line.utf8.prefix(request.cursor)), as: UTF8.self)
    let words = ShellWords.splitForCompletion(line)
    guard let word = words.last else { return .none }
    let candidates = candidates(for: word.text, after: words.dropLast().map(\.text))
    var seen: Set<String> = []
    let fitting = candidates.filter { $0.hasPrefix(word.text) && seen.insert($0).inserted }
    return Completion(
      replacing: word.start..<line.utf8.count,
      candidates: fitting.map { text in
        Completion.Candidate(text: ShellWords.quote(text), display: SafeText(text))
      },
      // A folder, a path of models and an option's sign go on.
      suffix: fitting.allSatisfy { $0.hasSuffix("/") || $0.hasSuffix("=") } ? "" : " ")
  }

  private func candidates(for word: String, after words: [String]) -> [String] {
    guard let name = words.first else { return PromptCommands.names.sorted() }
    if name == "help" { return words.count == 1 ? PromptCommands.names.sorted() : [] }
    guard let command = PromptCommands.command(named: name),
      let arguments = try? CommandArguments(of: command)
    else { return [] }

    if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
      let value = String(word[word.index(after: sign)...])
      let values = arguments.option(word[..<sign])?.values
      return candidates(values, for: value, after: []).map { word[...sign] + $0 }
    }
    if word.hasPrefix("-") {
      let unused = arguments.options.flatMap(\.names).filter { !words.contains($0) }
      return unused.filter { $0.hasPrefix("--") }
    }
    let (option, values, positionals) = place(behind: words.dropFirst(), arguments)
    if let option { return candidates(option.values, for: word, after: values) }
    guard let last = arguments.positionals.last else { return [] }
    let isBehindLast = positionals.count >= arguments.positionals.count
    if isBehindLast, !last.takesSeveral { return [] }
    let argument = isBehindLast ? last : arguments.positionals[positionals.count]
    return candidates(argument.values, for: word, after: positionals)
  }

  /// The option that waits for a value behind some words and the values that it has, and the
  /// positional arguments among the words.
  private func place(
    behind words: ArraySlice<String>, _ arguments: CommandArguments
  ) -> (option: CommandArguments.Item?, values: [String], positionals: [String]) {
    var option: CommandArguments.Item?
    var values: [String] = []
    var positionals: [String] = []
    for word in words {
      if word.hasPrefix("-") {
        option = arguments.option(word).flatMap { $0.values == nil ? nil : $0 }
        values = []
      } else if let open = option {
        values.append(word)
        if !open.takesSeveral { option = nil }
      } else {
        positionals.append(word)
      }
    }
    return (option, values, positionals)
  }

  private func candidates(
    _ values: CommandArguments.Values?, for word: String, after words: [String]
  ) -> [String] {
    switch values {
    case nil, .any: []
    case .words(let words): words
    case .files(let endings):
      FileNames.beginning(with: word).filter { file in
        endings.isEmpty || file.hasSuffix("/") || endings.contains { file.hasSuffix(".\($0)") }
      }
    case .onTarget(let type): type.candidates(for: word, after: words, in: source)
    }
  }
}
