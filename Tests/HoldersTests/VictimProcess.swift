import Foundation
import TestSupport

/// A program with a planted holder, which waits.
final class VictimProcess {
  struct NotReady: Error { let output: String }

  private let process = Process()
  private let input = Pipe()
  /// The address of the object that is held.
  let address: UInt

  /// - Parameter path: the program's file; nil for the one that was built.
  init(_ planted: String, from path: String? = nil) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: try path ?? BuiltProduct.path(of: "MemoryVictim"))
    process.arguments = [planted]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    guard text.hasPrefix("0x"), let address = UInt(text.dropFirst(2).dropLast(), radix: 16) else {
      throw NotReady(output: text)
    }
    self.address = address
    waitUntilItWaits()
  }

  /// Waits until the main thread waits for input and no other runs: the stack of a running thread can't be read.
  private func waitUntilItWaits() {
    let threads = "/proc/\(pid)/task"
    func state(_ thread: String) -> String {
      (try? String(contentsOfFile: "\(threads)/\(thread)/syscall", encoding: .utf8)) ?? ""
    }
    for _ in 0..<300_000 {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
      let main = state("\(pid)")
      // The number of `read`.
      if main.hasPrefix("0 ") || main.hasPrefix("63 "),
        !all.contains(where: { state($0).hasPrefix("running") })
      {
        return
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  var pid: Int { Int(process.processIdentifier) }
}
