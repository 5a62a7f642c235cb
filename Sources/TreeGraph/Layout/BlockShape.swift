/// One of the shapes that a block can take, and how it is arranged for it.
struct BlockShape {
  var width: Double
  var height: Double
  /// How high a column of boxes, each of which is the only child of the one above, gets before the
  /// next one begins beside it.
  var chainHeight = Double.infinity
  /// How much room the last of those boxes takes with all that is below it.
  let tail: TreeLayout.Size
  /// How the children of that box are arranged.
  let children: ChildArrangement

  init(tail: TreeLayout.Size, children: ChildArrangement = ChildArrangement()) {
    width = tail.width
    height = tail.height
    self.tail = tail
    self.children = children
  }

  /// How large a picture that this shape fills is, for a screen.
  var screen: Double { max(width / TreeLayout.aspect, height) }

  /// Those shapes worth keeping: of each aspect the smallest, from the narrowest to the widest, each
  /// lower than the one before.
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
