/// Something that an app does when it is asked at the prompt.
package struct TargetAction: Hashable, Sendable {
  /// The word that names it.
  package var name: String
  /// The name and what must follow it: `pick SUBJECT`.
  package var usage: String
  /// What it does, in a sentence.
  package var help: String

  /// Creates an action.
  package init(name: String, usage: String, help: String) {
    self.name = name
    self.usage = usage
    self.help = help
  }
}
