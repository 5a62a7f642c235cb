// Downloads.swift: an actor with tasks. What it shows lives on the main actor.

enum DownloadError: Error, CaseIterable { case notFound }

/// What the app shows of a download.
@MainActor
final class DownloadStatus {
  let name: String
  var percent = 0
  var error: DownloadError?

  nonisolated init(name: String) { self.name = name }
}

actor Download {
  nonisolated let status: DownloadStatus
  private var bytes: [UInt8] = []

  init(name: String) { status = DownloadStatus(name: name) }

  func take(_ part: [UInt8], of total: Int) async {
    bytes += part
    let percent = 100 * bytes.count / total
    await MainActor.run { status.percent = percent }
  }
}

@MainActor
final class DownloadQueue {
  private(set) var downloads: [Download] = []
  private(set) var tasks: [Task<Void, Never>] = []

  func add(_ name: String, parts: [[UInt8]]) {
    let download = Download(name: name)
    downloads.append(download)
    let total = parts.map(\.count).reduce(0, +)
    tasks.append(Task { for part in parts { await download.take(part, of: total) } })
  }
}
