import Foundation

/// The person's own browser.
enum Browser {
  #if os(macOS)
    private static let program = "/usr/bin/open"
  #else
    private static let program = "/usr/bin/xdg-open"
  #endif

  /// Opens an address, and returns whether that could be begun.
  static func open(_ address: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [address]
    // What the browser has to say is no part of ours.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }
}
