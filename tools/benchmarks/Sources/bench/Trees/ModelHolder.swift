import Foundation
import ModelTree

/// What a child of the bench does to have its memory measured.
enum ModelHolder {
  /// Followed by how many models to hold; only the bench itself gives it.
  static let option = "--hold-models"

  /// What every such child holds beside its models. The system carries the parent's peak over into
  /// the child; a child that is larger from the start is not affected by it.
  static let ballastMegabytes = 64

  /// Makes a tree of so many models, and ends the process while it stands.
  @MainActor static func hold(_ count: Int) -> Never {
    let ballast = [UInt8](repeating: 1, count: ballastMegabytes * 1_000_000)
    let session = Session()
    var growth = TreeGrowth<Model>(from: session)
    for _ in 0..<count { _ = growth.next { PlainModel(parent: $0) } }
    withExtendedLifetime((session, ballast)) { exit(0) }
  }
}
