// What a tree of objects is without the package.

/// A class with a parent and an array of children.
class PlainNode {
  unowned let parent: PlainNode?
  private(set) var children: [PlainNode] = []

  init(parent: PlainNode?) {
    self.parent = parent
    parent?.children.append(self)
  }

  /// Makes a tree of the shape of an `AppTree`.
  ///
  /// - Parameters:
  ///   - count: how many nodes below the root.
  ///   - make: makes a node below another.
  static func makeTree(
    of count: Int, make: (PlainNode) -> PlainNode = { PlainNode(parent: $0) }
  ) -> PlainNode {
    let root = PlainNode(parent: nil)
    var growth = TreeGrowth(from: root)
    for _ in 0..<count { _ = growth.next(make) }
    return root
  }
}

/// What a `ScreenModel` is: it keeps two closures.
final class PlainScreen: PlainNode {
  private var failures = 0
  private var isStale = false
  private(set) var onFailure: ((Int) -> Void)?
  private(set) var onTranslation: ((Int) -> Void)?

  override init(parent: PlainNode?) {
    super.init(parent: parent)
    onFailure = { [weak self] _ in self?.fail() }
    onTranslation = { [weak self] _ in self?.translate() }
  }

  private func fail() { failures += 1 }
  private func translate() { isStale = true }
}
