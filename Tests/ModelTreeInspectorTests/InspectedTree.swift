import ModelTree
import ModelTreeInspector

enum NetworkErrors: Int, ErrorCode, CaseIterable {
  case badResponse = 100
  case badToken = 101
}

enum AppEvent: String, GlobalEventName, CaseIterable {
  case start = "Start"
}

final class AppSession: Session {}
final class MainFlow: Model {}
final class Picker: Model {}

/// AppSession ─ MainFlow ─ Picker; the session handles bad tokens, the flow starts.
func makeTree() -> AppSession {
  let root = AppSession()
  root.register(for: NetworkErrors.badToken)
  let flow = MainFlow(parent: root)
  flow.register(for: AppEvent.start)
  _ = Picker(parent: flow)
  return root
}

/// An app in an actor of its own.
actor AppActor {
  private var root: AppSession? = makeTree()
  private(set) var isChecked = false

  func inspector() -> Inspector {
    Inspector(name: "App") { [self] in
      preconditionIsolated()
      isChecked = true
      return root
    }
  }

  func inspectorWithActions() -> Inspector {
    let count = Inspector.Action("count", help: "Counts the models.") { [self] _ in
      preconditionIsolated()
      return "\(root?.subtree.count ?? 0) models"
    }
    return Inspector(name: "App", actions: [count]) { [self] in root }
  }

  func close() { root = nil }
}
