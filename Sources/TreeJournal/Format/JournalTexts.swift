/// What a journal keeps besides names. The raw values are part of the format.
package enum JournalTexts: UInt64, Sendable {
  /// Nothing: no words of actions, contexts, underlying errors, values, labels and states.
  case names = 1
  /// Texts, but no values of messages.
  case texts
  /// Texts and the values of messages.
  case values
}
