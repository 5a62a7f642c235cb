import Foundation

/// Whether two sets of figures can be distinguished at all: the two-sided Mann-Whitney test.
///
/// It counts how often figures of one set come before those of the other in sorted order, so single
/// disturbed runs have little influence.
enum RankTest {
  /// The probability of figures at least this far apart if there is no difference, by the normal
  /// approximation, which is good from about ten figures on.
  static func probability(_ first: Samples, _ second: Samples) -> Double {
    let all = (first.sorted.map { ($0, true) } + second.sorted.map { ($0, false) })
      .sorted { $0.0 < $1.0 }
    let (count, ofFirst) = (Double(all.count), Double(first.sorted.count))
    let ofSecond = count - ofFirst

    var rankSum = 0.0
    var tied = 0.0
    var start = 0
    while start < all.count {
      // Equal figures share the mean of their ranks.
      let end = all[start...].firstIndex { $0.0 != all[start].0 } ?? all.count
      let rank = Double(start + 1 + end) / 2
      rankSum += rank * Double(all[start..<end].count { $0.1 })
      let size = Double(end - start)
      tied += size * size * size - size
      start = end
    }

    let wins = rankSum - ofFirst * (ofFirst + 1) / 2
    let variance = ofFirst * ofSecond / 12 * (count + 1 - tied / (count * (count - 1)))
    guard variance > 0 else { return 1 }
    let distance = max(0, abs(wins - ofFirst * ofSecond / 2) - 0.5) / variance.squareRoot()
    return erfc(distance / 2.0.squareRoot())
  }
}
