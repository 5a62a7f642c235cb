import ModelTree
import Networking
import Records
import ServiceLifecycle

import class ModelTree.Model
import protocol ModelTree.Service
import class ModelTree.Session

/// A session, a model, and a service of the runtime, in a file that imports other modules with these names.
final class ImportedNames: Session {
  override func createServices() { provide(Printer()) }
  override func sessionDidLoad() { _ = Row(parent: self) }

  final class Printer: Service {}

  final class Row: Model {
    override var label: String? { Records.Model(title: "Emma").title }
  }
}
