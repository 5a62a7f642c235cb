import ModelTree
import ModelTreeInspector
import TextIO
import TreeObjects

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

/// A tree of objects that aren't models, in an actor of its own.
actor AppActor {
  private var root: Part? = Part(
    "AppSession", [Part("MainFlow", [Part("Picker")])])
  private(set) var isChecked = false

  func inspector() -> Inspector {
    Inspector(name: "App") { [self] in
      preconditionIsolated()
      isChecked = true
      return root
    }
  }

  func inspectorWithActions() -> Inspector {
    let count = Inspector.Action("count", help: "Counts the parts.") { [self] _ in
      preconditionIsolated()
      return "\(root?.inspectedChildren.count ?? 0) parts below the root"
    }
    let sleep = Inspector.Action("sleep", help: "Sleeps for longer than anybody waits.") { _ in
      BackgroundThread.pause(for: .seconds(3_600))
      return ""
    }
    return Inspector(name: "App", actions: [count, sleep]) { [self] in root }
  }

  func close() { root = nil }
}

private nonisolated final class Part: Inspectable {
  let inspectedName: String?
  let inspectedChildren: [AnyObject?]

  init(_ name: String, _ children: [Part] = []) {
    inspectedName = name
    inspectedChildren = children
  }
}
