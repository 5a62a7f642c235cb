/// Models that are still to be looked at, each once: the one with the highest number comes first.
///
/// Adding and taking cost the logarithm of how many there are.
struct OpenModels {
  private var heap: [Int]
  private var members: Set<Int>

  init(_ ids: Set<Int>) {
    members = ids
    heap = ids.sorted(by: >)
  }

  /// Adds a model, unless it is there.
  mutating func insert(_ id: Int) {
    guard members.insert(id).inserted else { return }
    var place = heap.count
    heap.append(id)
    while place > 0, heap[(place - 1) / 2] < id {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the model with the highest number out.
  mutating func popFirst() -> Int? {
    guard let last = heap.popLast() else { return nil }
    let first = heap.first ?? last
    members.remove(first)
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var place = 0
    while true {
      var next = 2 * place + 1
      guard next < heap.count else { return first }
      if next + 1 < heap.count, heap[next + 1] > heap[next] { next += 1 }
      guard heap[next] > last else { return first }
      heap.swapAt(place, next)
      place = next
    }
  }
}
