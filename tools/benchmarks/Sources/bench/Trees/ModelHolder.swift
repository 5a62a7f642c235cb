import Foundation
import ModelTree

/// The work of a child process whose memory is measured.
enum ModelHolder {
  /// Followed by the number of models; only the bench itself passes it.
  static let option = "--hold-models"

  /// Additional memory of every such child. The system carries the parent's peak over to the child,
  /// but that doesn't affect a child that is larger from the start.
  static let ballastMegabytes = 64

  /// Creates a tree with a number of models, and ends the process while the tree exists.
  @MainActor static func hold(_ count: Int) -> Never {
    let ballast = [UInt8](repeating: 1, count: ballastMegabytes * 1_000_000)
    let session = Session()
    var growth = TreeGrowth<Model>(from: session)
    for _ in 0..<count { _ = growth.next { PlainModel(parent: $0) } }
    withExtendedLifetime((session, ballast)) { exit(0) }
  }
}
