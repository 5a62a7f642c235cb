// Kiosk.swift: a coordinator and its screens, without any code for an inspector.

enum StoreError: Error, CaseIterable { case offline, full }

final class Store {}

final class ListScreen {
  let store: Store
  let menu = Menu()
  var onSelect: ((Int) -> Void)?

  init(store: Store) { self.store = store }
}

final class EditScreen {
  let store: Store
  private(set) weak var coordinator: Coordinator?

  init(store: Store, coordinator: Coordinator) {
    self.store = store
    self.coordinator = coordinator
  }
}

final class Coordinator {
  let store = Store()
  private(set) lazy var list = ListScreen(store: store)
  private(set) var editor: EditScreen?
  private(set) var problem: StoreError?

  func start() { list.onSelect = { [weak self] _ in self?.edit() } }
  func edit() { editor = EditScreen(store: store, coordinator: self) }
  func show(_ error: StoreError) { problem = error }
}

/// A part of some library.
class Menu { let entries = [MenuEntry(title: "Open"), MenuEntry(title: "Close")] }

final class MenuEntry {
  let title: String
  init(title: String) { self.title = title }
}
