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
      let messages = source.snapshot.map(MessageNames.init)
    else { return [] }
    let known = messages.all(kind).map(\.message)
    let labels = known.map { messages.names(of: $0).dropFirst() }
    let labeled = zip(known, labels).flatMap { own, labels in
      labels.map { "\(own.domain).\($0)" }
    }
    // Bare names are offered once something was typed that only they begin with.
    let full = messages.names(kind) + labeled
    if full.contains(where: { $0.hasPrefix(word) }) { return full }
    return zip(known, labels).flatMap { [$0.code] + $1 }
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
