// AnyObjects.swift: a look at objects of which nobody tells anything.
import ObjectSnapshot
import TreeObjects
import TreeSnapshot

func look(at object: AnyObject) -> Snapshot {
  Snapshot(of: object, adapters: [.reflecting(excluding: [Store.self])])
}
