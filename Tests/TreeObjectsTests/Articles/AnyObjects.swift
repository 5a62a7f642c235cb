// AnyObjects.swift: a snapshot of objects that do not describe themselves.
import TreeObjects
import TreeSnapshot

func look(at object: AnyObject) -> Snapshot {
  Snapshot(of: object, adapters: [.reflecting(excluding: [Store.self])])
}
