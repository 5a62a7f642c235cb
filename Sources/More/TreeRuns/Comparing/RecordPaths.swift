import TextIO
import TreeAnalysis
package import TreeJournal
import TreeSnapshot

extension JournalContents {
  /// The maximum number of paths to find.
  private static let mostPaths = 1_000

  /// The paths of the models of records in the trees of the records' moments, as far as they have one.
  package func paths(of numbers: [Int]) -> [Int: String] {
    var paths: [Int: String] = [:]
    var moving: JournalReplay?
    for number in Set(numbers).sorted().prefix(Self.mostPaths) {
      guard let record = self[number] else { continue }
      // A detached model is in the tree before.
      let moment = record.event == .detached ? number - 1 : number
      if moving == nil {
        moving = try? JournalReplay(of: self, at: max(moment, records.lowerBound - 1))
      }
      moving?.advance(to: moment)
      if let snapshot = try? moving?.snapshot(ofTree: record.node.tree),
        snapshot.columns.treeAge == nil,
        let position = snapshot.position(ofID: record.node.id)
      {
        paths[number] = NodePaths(snapshot).shortPath(of: position).string
      }
    }
    return paths
  }
}
