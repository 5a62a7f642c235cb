package import TextIO

extension PatchChange {
  /// What happens to the line and what to do, in a clause.
  package var words: SafeText {
    switch kind {
    case .renamed(let from, let to): return "'\(from)' is '\(to)' now"
    case .removed(let name, let below):
      return """
        '\(name)'\(below > 0 ? " and \(counted(below, "line")) below it" : "") \
        \(below > 0 ? "are" : "is") taken out: no model is left that it may ask for
        """
    case .fewer(let name, let from, let to):
      return "'\(name)' asks for \(to.isEmpty ? "{1}" : to) in place of \(from)"
    case .dropped(let name, let attribute): return "'\(name)' asks for \(attribute) no longer"
    case .rerouted(let from, let to): return "'=> \(from)' is '=> \(to)' now"
    case .split(let count):
      return "is \(counted(count, "line")) now: its messages go different ways"
    case .unrouted(let reason): return "is taken out: \(reason)"
    case .left(let name, let models, let more):
      let shown: SafeText = models.map { "'\($0)'" }.joined(separator: ", ")
      return """
        '\(name)' is not there, and stays: it may be \(shown)\
        \(more > 0 ? " or one of \(more) more" : ""); write its name, or take the line out
        """
    }
  }
}
