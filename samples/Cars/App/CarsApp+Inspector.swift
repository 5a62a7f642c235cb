import ModelTreeInspector
import ObjectSnapshot
import TreeSnapshot

extension CarsApp {
  /// The tree as it is now.
  func snapshot() -> Snapshot { Snapshot(of: self, name: "Cars") }

  /// An inspector of the running app, which can do what a person can.
  func inspector() -> Inspector {
    let actions = UserActions.all.map { action in
      Inspector.Action(action.usage, help: action.help) { [weak self] words in
        if let self { try action.perform(self, words) }
        return ""
      }
    }
    return Inspector(name: "Cars", actions: actions) { [weak self] in self }
  }
}
