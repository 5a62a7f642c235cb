public import ArgumentParser
import TreeAnalysis
public import TreeSnapshot

extension Message.Kind: ExpressibleByArgument {}

/// The name of a message, behind its kind.
struct MessageName: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    guard let kind = words.first.flatMap(Message.Kind.init), words.count == 1,
      let known = source.snapshot?.knownMessages(kind)
    else { return [] }
    let names = known.map(\.message.name)
    let labeled = known.compactMap { declared in
      declared.label.map { "\(declared.message.domain).\($0)" }
    }
    // Labels and bare names are offered once something was typed that only they begin with.
    let typed = word.isEmpty ? names : names + labeled
    if typed.contains(where: { $0.hasPrefix(word) }) { return typed }
    return known.flatMap { [$0.message.code, $0.label].compactMap { $0 } }
  }
}

/// A word of an option that names a message: its kind, then its name.
struct MessageWord: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    if words.isEmpty { return Message.Kind.allValueStrings }
    return MessageName.candidates(for: word, after: words, in: source)
  }
}

extension [MessageWord] {
  /// Returns the message that the words name, in two words or in one in quotes; nil for no words.
  ///
  /// - Throws: `MessageReferenceError` where the words are not a kind and a name.
  func reference() throws(MessageReferenceError) -> MessageReference? {
    isEmpty ? nil : try MessageReference(map(\.rawValue).joined(separator: " "))
  }
}
