/// A possible shape of a block, with its arrangement.
struct BlockShape {
  var width: Double
  var height: Double
  /// The height at which a chain of only children continues in another column.
  var chainHeight = Double.infinity
  /// The size of the chain's last box with everything below it.
  let tail: TreeLayout.Size
  /// The arrangement of that box's children.
  let children: ChildArrangement

  init(tail: TreeLayout.Size, children: ChildArrangement = ChildArrangement()) {
    width = tail.width
    height = tail.height
    self.tail = tail
    self.children = children
  }

  /// The size of the screen that this shape would fill.
  var screen: Double { max(width / TreeLayout.aspect, height) }

  /// The shapes to keep: the smallest of each aspect ratio, from the narrowest to the widest, each
  /// lower than the previous.
  static func best(of shapes: [BlockShape]) -> [BlockShape] {
    if shapes.count < 2 { return shapes }
    var byAspect = [BlockShape?](repeating: nil, count: aspects.count + 1)
    for shape in shapes {
      let aspect = shape.width / shape.height
      let place = aspects.firstIndex { aspect < $0 } ?? aspects.count
      if let old = byAspect[place], old.width * old.height <= shape.width * shape.height {
        continue
      }
      byAspect[place] = shape
    }
    var best: [BlockShape] = []
    for shape in byAspect.compactMap(\.self).sorted(by: {
      ($0.width, $0.height) < ($1.width, $1.height)
    })
    where shape.height < best.last?.height ?? .infinity {
      best.append(shape)
    }
    return best
  }

  private static let aspects = [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.3, 1.7, 2.2, 3, 4, 6, 9]
}
