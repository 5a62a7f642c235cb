extension ChildArrangement.Packing {
  /// The arrangements that are tried for children whose shapes are chosen.
  func arrangements(childWidth: Double) -> [ChildArrangement] {
    var total = 0.0
    var across = 0.0
    var highest = 0.0
    var widest = 0.0
    for (index, child) in children.enumerated() {
      total += child.height + (index > 0 ? gap(above: index) : 0)
      across += child.width + (index > 0 ? LayoutSpacing.betweenColumns : 0)
      highest = max(highest, child.height)
      widest = max(widest, child.width)
    }
    let count = Double(children.count)
    var result: [ChildArrangement] = []
    // Columns of equal height, about as many as fill a screen.
    let pitch = widest + LayoutSpacing.betweenColumns + LayoutSpacing.indent
    let ideal = (TreeLayout.aspect * total / pitch).squareRoot()
    var lastCount = 0.0
    for factor in [0.0, 0.3, 0.5, 0.7, 1, 1.4, 2, 3, 5] {
      let columns = min(max((ideal * factor).rounded(), 1), count)
      if columns == lastCount { continue }
      lastCount = columns
      let height =
        total / columns + (highest + LayoutSpacing.betweenBlocks) * (columns - 1) / columns
      result.append(.init(childWidth: childWidth, columnHeight: height))
    }
    if lastCount < count { result.append(.init(childWidth: childWidth, columnHeight: highest)) }
    // Leaves are in columns, which are read downwards as all lists are.
    if children.allSatisfy(\.isLeaf) { return result }
    // Shelves as high as the highest child.
    let shelves = (across / highest / TreeLayout.aspect).squareRoot()
    lastCount = 1
    for factor in [0.5, 0.7, 1, 1.4, 2, 3] {
      let shelf = min((shelves * factor).rounded(), count)
      if shelf <= lastCount { continue }
      lastCount = shelf
      let width = across / shelf + widest * (shelf - 1) / shelf
      result.append(.init(childWidth: childWidth, columnHeight: highest, shelfWidth: width))
    }
    return result
  }
}
