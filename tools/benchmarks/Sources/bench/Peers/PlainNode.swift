// A tree of objects without the package.

/// A class with a parent and an array of children.
class PlainNode {
  unowned let parent: PlainNode?
  private(set) var children: [PlainNode] = []

  init(parent: PlainNode?) {
    self.parent = parent
    parent?.children.append(self)
  }

  /// Creates a tree of the shape of an `AppTree`.
  ///
  /// - Parameters:
  ///   - count: the number of nodes below the root.
  ///   - make: creates a node below another.
  static func makeTree(
    of count: Int, make: (PlainNode) -> PlainNode = { PlainNode(parent: $0) }
  ) -> PlainNode {
    let root = PlainNode(parent: nil)
    var growth = TreeGrowth(from: root)
    for _ in 0..<count { _ = growth.next(make) }
    return root
  }
}

/// The equivalent of a `ScreenModel`: it keeps two closures.
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
