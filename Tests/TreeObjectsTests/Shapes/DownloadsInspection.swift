// DownloadsInspection.swift: the actors in an inspector, by what they show.
import TreeObjects
import TreeSnapshot

@MainActor func snapshot(of queue: DownloadQueue) -> Snapshot {
  Snapshot(
    of: queue, name: "Downloads",
    adapters: [
      .reflecting(),
      InspectionAdapter(
        Download.self, children: { [$0.status] },
        raises: { _ in [.error(DownloadError.notFound)] }),
    ])
}

extension DownloadQueue: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { downloads }
  var inspectedSubscriptions: [InspectedMessage] { [.error(DownloadError.self)] }
  var inspectedState: KeyValuePairs<String, String> { ["tasks": "\(tasks.count)"] }
}
