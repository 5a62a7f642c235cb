/// Which boxes of a tree are drawn where there is room for so many: level by level from the top, each
/// parent of a level that does not fit with the same number of children.
struct LevelFolding {
  /// For each box whether it is drawn.
  private(set) var isDrawn: [Bool]
  /// For a box that is the first of those siblings that are not drawn: these stand in its place as
  /// one box. Siblings are left out as one where others of them are drawn.
  private(set) var isRest: [Bool]

  /// - Parameters:
  ///   - children: the children of each box; box 0 is the top.
  ///   - isKept: whether a box is drawn in any case; so are its parents, then.
  init(children: [[Int]], isKept: (Int) -> Bool, limit: Int) {
    isDrawn = Array(repeating: false, count: children.count)
    isRest = isDrawn
    isDrawn[0] = true
    var level = [0]
    let kept = children.reduce(0) { $0 + $1.count(where: isKept) }
    var room = max(limit - 1 - kept, 0)
    while !level.isEmpty {
      let counts = level.map { children[$0].count }
      let cap = Self.cap(counts, room: room, most: max(limit / 4, 24))
      var next: [Int] = []
      for parent in level {
        let children = children[parent]
        // One place is for the box that stands for the others.
        let shown = children.count <= cap ? children.count : max(cap - 1, 0)
        var rest: Int?
        for (place, child) in children.enumerated() {
          if place < shown || isKept(child) {
            isDrawn[child] = true
            next.append(child)
            if !isKept(child) { room -= 1 }
          } else if shown > 0, rest == nil {
            rest = child
            isRest[child] = true
            room -= 1
          }
        }
      }
      room = max(room, 0)
      level = next
    }
  }

  /// How many children each parent shows, so that all of them fit.
  private static func cap(_ counts: [Int], room: Int, most: Int) -> Int {
    func needed(_ cap: Int) -> Int { counts.reduce(0) { $0 + min($1, cap) } }
    if needed(most) <= room { return most }
    var low = 0
    var high = most
    while high - low > 1 {
      let middle = (low + high) / 2
      if needed(middle) <= room { low = middle } else { high = middle }
    }
    return low
  }
}
