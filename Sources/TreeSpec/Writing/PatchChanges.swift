package import TextIO
import TreeSnapshot

/// A change that a patch makes to a line, or leaves to a person, where other models are allowed, so
/// that no failure would show it.
package struct PatchChange: Hashable, Sendable {
  /// The kind of change.
  package enum Kind: Hashable, Sendable {
    /// The line asks for a model of another name.
    case renamed(from: String, to: String)
    /// The line and `below` lines below it were removed, because its model is gone.
    case removed(name: String, below: Int)
    /// The line asks for fewer models.
    case fewer(name: String, from: String, to: String)
    /// The line no longer asks for an element of an attribute.
    case dropped(name: String, attribute: String)
    /// The line states the new outcome of its messages.
    case rerouted(from: String, to: String)
    /// The line was split, because its messages take different routes.
    case split(into: Int)
    /// The line was removed: the tree lacks its subject, or no line can state the outcome.
    case unrouted(reason: SafeText)
    /// The line stays and fails: its model is gone, and any of these, or of `more` others, may
    /// replace it.
    case left(name: String, models: [String], more: Int)
  }

  /// The kind of change.
  package var kind: Kind
  /// The line of the spec before the change, from 1.
  package var line: Int

  /// Whether the line stays and fails.
  package var isLeft: Bool { if case .left = kind { true } else { false } }
}

extension PatchChange {
  /// The change and its remedy, in a clause.
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

/// Collects changes to a tree's lines, by their indices.
final class PatchChanges {
  private(set) var all: [(line: Int, kind: PatchChange.Kind)] = []

  private let matcher: TreeMatcher

  /// The number of models to name for a line.
  private static let namedModels = 3

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  private func name(of line: Int) -> String { matcher.lines[line].pattern.text }

  /// Notes a line that stays although its model is gone, and its candidates.
  func noteLeft(_ line: Int, models: [Int]) {
    let named = models.prefix(Self.namedModels).map { matcher.bound.snapshot[$0].type }
    let more = models.count - named.count
    all.append((line, .left(name: name(of: line), models: named, more: more)))
  }

  /// Notes a removed line.
  ///
  /// - Parameter moving: the lines that move elsewhere.
  func noteRemoved(_ block: SpecBlock, except moving: Set<Int>) {
    func staying(_ block: SpecBlock) -> Int {
      guard let line = block.line, !moving.contains(line) else { return 0 }
      return block.children.reduce(1) { $0 + staying($1) }
    }
    let count = staying(block)
    guard count > 0, let line = block.line else { return }
    all.append((line, .removed(name: name(of: line), below: count - 1)))
  }

  /// Notes a line that asks for fewer models than before.
  func noteCount(_ count: Int, _ line: Int) {
    let written = matcher.lines[line].count
    guard count < written.least, let new = written.allowing(count) else { return }
    all.append((line, .fewer(name: name(of: line), from: written.text, to: new.text)))
  }

  /// Notes a changed name, and elements that a line no longer asks for.
  func noteDifferences(of model: AlignedModel, _ line: Int) {
    let written = matcher.lines[line]
    for difference in model.differences {
      guard let expected = difference.expected else { continue }
      if difference.attribute == .name, let found = difference.found?.element {
        all.append((line, .renamed(from: name(of: line), to: found.text)))
      } else if difference.found == nil, written.leavesOpen(difference.attribute) {
        if case .order? = difference.hint { continue }
        let attribute = difference.attribute.shown(expected).string
        all.append((line, .dropped(name: name(of: line), attribute: attribute)))
      }
    }
  }
}

extension SpecLine {
  /// Whether a list names some elements and allows others.
  fileprivate func leavesOpen(_ kind: AttributeKind) -> Bool {
    func isOpen<Element>(_ list: SpecList<Element>) -> Bool { list.strictness == .some }
    if unnamed.absent.contains(kind) { return false }
    return switch attribute(kind)?.claim {
    case .messages(let list): isOpen(list)
    case .services(let list): isOpen(list)
    case .state(let list): isOpen(list)
    case .flag, .value, .mode, nil: false
    }
  }
}
