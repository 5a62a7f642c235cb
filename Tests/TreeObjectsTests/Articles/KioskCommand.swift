// KioskCommand.swift: the inspector in the app, and its dump.
import ModelTreeInspector
import TreeObjects
import TreeSnapshot

@MainActor func inspect(_ coordinator: Coordinator) async -> Int32 {
  await Inspector(name: "Kiosk", adapters: menus()) { coordinator }.repl()
}

func snapshot(of coordinator: Coordinator) -> Snapshot {
  Snapshot(of: coordinator, name: "Kiosk", adapters: menus())
}
