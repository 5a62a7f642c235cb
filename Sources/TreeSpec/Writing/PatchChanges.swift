import TextIO
import TreeSnapshot

/// Gathers what happens to lines of a spec's tree, by their indices.
final class PatchChanges {
  private(set) var all: [(line: Int, kind: PatchChange.Kind)] = []

  private let matcher: TreeMatcher

  /// So many models that a line may ask for are named.
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
  fileprivate func leavesOpen(_ attribute: AttributeDifference.Attribute) -> Bool {
    func isOpen<Element>(_ list: SpecList<Element>?) -> Bool { list?.strictness == .some }
    guard let kind = AttributeKind(rawValue: attribute.rawValue), !unnamed.absent.contains(kind)
    else { return false }
    switch kind {
    case .handles: return isOpen(attributes.handles)
    case .raises: return isOpen(attributes.raises)
    case .services: return isOpen(attributes.services)
    case .state: return isOpen(attributes.state)
    case .session, .label, .representation: return false
    }
  }
}
