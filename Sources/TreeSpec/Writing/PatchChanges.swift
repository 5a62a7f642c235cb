package import TextIO
import TreeSnapshot

/// What a patch takes from a spec, or leaves to a person: others may be there, so that nothing fails for
/// lack of it.
package struct PatchChange: Hashable, Sendable {
  /// What happens to a line.
  package enum Kind: Hashable, Sendable {
    /// It asks for a model of another name.
    case renamed(from: String, to: String)
    /// It is gone, with `below` lines below it, and so is its model.
    case removed(name: String, below: Int)
    /// It asks for fewer models.
    case fewer(name: String, from: String, to: String)
    /// It no longer asks for an element of an attribute.
    case dropped(name: String, attribute: String)
    /// It says what becomes of its messages now.
    case rerouted(from: String, to: String)
    /// It becomes this many lines, since its messages take different routes.
    case split(into: Int)
    /// It is gone: it was about what the tree does not have, or no line says what becomes of its messages.
    case unrouted(reason: SafeText)
    /// It stays and fails: its model is gone, and any of these, or of `more` others, may be it.
    case left(name: String, models: [String], more: Int)
  }

  /// What happens.
  package var kind: Kind
  /// The line of the spec before the change, from 1.
  package var line: Int

  /// Whether the line stays and fails.
  package var isLeft: Bool { if case .left = kind { true } else { false } }
}

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

/// Gathers what happens to lines of a spec's tree, by their indices.
final class PatchChanges {
  private(set) var all: [(line: Int, kind: PatchChange.Kind)] = []

  private let matcher: TreeMatcher

  /// The number of models that are named for a line.
  private static let namedModels = 3

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  private func name(of line: Int) -> String { matcher.lines[line].pattern.text }

  /// Notes a line that stays although its model is not there, and the models that it may be.
  func noteLeft(_ line: Int, models: [Int]) {
    let named = models.prefix(Self.namedModels).map { matcher.bound.snapshot[$0].type }
    let more = models.count - named.count
    all.append((line, .left(name: name(of: line), models: named, more: more)))
  }

  /// Notes a line that goes.
  ///
  /// - Parameter moving: the lines that go elsewhere.
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

  /// Notes a name that changes, and what a line asks for no longer.
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
  /// Whether a list names some elements, and others may be there or not.
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
