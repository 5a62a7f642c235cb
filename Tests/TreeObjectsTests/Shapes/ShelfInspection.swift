// ShelfInspection.swift: the view models in an inspector; books are read by reflection.
import TreeObjects
import TreeSnapshot

@available(macOS 14, iOS 17, tvOS 17, *)
extension ShelfView: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { [model] }
  var inspectedSubscriptions: [InspectedMessage] { [.error(ShelfError.self)] }
  func receive(_ test: TestMessage) { test.value(of: ShelfError.self).map(show) }
}

@available(macOS 14, iOS 17, tvOS 17, *)
extension ShelfModel: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { books }
  var inspectedRaises: [InspectedMessage] { [.error(ShelfError.offline)] }
  var inspectedState: KeyValuePairs<String, String> { ["selected": selected?.title ?? "none"] }
}

@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor func snapshot(of view: ShelfView) -> Snapshot {
  Snapshot(of: view, name: "Shelf", adapters: [.reflecting()])
}
