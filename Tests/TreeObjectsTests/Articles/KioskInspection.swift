// KioskInspection.swift: describes the kiosk to an inspector.
import TreeObjects

extension Coordinator: Inspectable {
  var inspectedChildren: [AnyObject?] { [store, list, editor] }
  var inspectedSubscriptions: [InspectedMessage] {
    [.error(StoreError.self)] + (list.onSelect == nil ? [] : [.bubble("ListScreen", "onSelect")])
  }
  func receive(_ test: TestMessage) {
    if let error = test.value(of: StoreError.self) { show(error) }
    if test.code == "onSelect" { list.onSelect?(0) }
  }
}

extension ListScreen: Inspectable {
  var inspectedChildren: [AnyObject?] { [store, menu] }
}

extension EditScreen: Inspectable {
  var inspectedChildren: [AnyObject?] { [store, coordinator] }
}

func menus() -> [InspectionAdapter] {
  [
    InspectionAdapter(Menu.self, children: { $0.entries }),
    InspectionAdapter(MenuEntry.self, children: { _ in [] }, label: { $0.title }),
  ]
}
