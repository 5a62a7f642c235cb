// KioskReporting.swift: reports messages of the kiosk to a journal.
import ModelTreeInspector
import ModelTreeJournal
import TreeObjects

@MainActor
extension Coordinator {
  func show(_ error: StoreError, of screen: AnyObject, recordingIn journal: Journal) {
    journal.record(.error(error), raisedBy: screen, takenBy: [self], hops: 1) { show(error) }
  }
}
