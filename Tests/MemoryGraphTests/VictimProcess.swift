import Foundation
import TestSupport

/// A program with a planted holder, which waits.
final class VictimProcess {
  struct NotReady: Error { let output: String }

  private let process = Process()
  private let input = Pipe()
  /// The address of the object that is held.
  let address: UInt

  init(_ planted: String) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: try BuiltProduct.path(of: "MemoryVictim"))
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
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  var pid: Int { Int(process.processIdentifier) }
}
