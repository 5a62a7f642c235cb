// What the app tells a journal, by the names that `Inspection.swift` declares.

import CarsModels
import ModelTreeInspector
import ModelTreeJournal
import TreeObjects

extension Journal {
  /// A closure for an object to call, which is recorded each time as the bubble of its name.
  ///
  /// - Parameters:
  ///   - name: what the object calls it.
  ///   - raiser: the object; not retained.
  ///   - taker: the object that sets it; not retained.
  ///   - hops: how far above the taker is.
  ///   - handle: does what follows.
  func closure<each Value>(
    _ name: String, of raiser: AnyObject, for taker: AnyObject, hops: Int = 1,
    _ handle: @escaping (repeat each Value) -> Void
  ) -> (repeat each Value) -> Void {
    { [weak raiser, weak taker] (value: repeat each Value) in
      guard let raiser, let taker else { return handle(repeat each value) }
      self.record(
        .bubble("\(type(of: raiser))", name), raisedBy: raiser, takenBy: [taker], hops: hops
      ) {
        handle(repeat each value)
      }
    }
  }
}

extension Router {
  /// A closure for a controller, whose screen the router shows.
  func heard<each Value>(
    _ name: String, of controller: any Controller,
    _ handle: @escaping (repeat each Value) -> Void
  ) -> (repeat each Value) -> Void {
    journal.closure(name, of: controller, for: self, hops: 2, handle)
  }

  /// Records what a question to the storage failed with; without a screen the router is alone with it.
  func record(_ error: StorageError, of screen: Screen?, _ show: () -> Void) {
    journal.record(
      .error(error), raisedBy: screen ?? self, takenBy: [self], hops: screen == nil ? 0 : 1, show)
  }
}

extension CarsApp {
  /// Has everything read again that the storage does not answer for any more.
  func storageWasPulled() {
    journal.record(.event("FailingStorage", "pulled"), raisedBy: storage, takenBy: [self]) {
      router.reload()
    }
  }
}
