import Foundation
import Testing
import TextIO

@Suite struct `Work in many parts` {
  @Test func `is taken in order`() {
    var taken: [Int] = []
    try? OrderedWork.run(100, threads: 4) {
      $0 * 2
    } take: {
      taken.append($0)
    }
    #expect(taken == (0..<100).map { $0 * 2 })
  }

  @Test func `begins no more threads within a part`() {
    var isOnOneThread: [Bool] = []
    try? OrderedWork.run(4, threads: 2) { _ in
      let outer = ObjectIdentifier(Thread.current)
      var results: [Bool] = []
      try? OrderedWork.run(8, threads: 4) { _ in
        ObjectIdentifier(Thread.current) == outer
      } take: {
        results.append($0)
      }
      return results.count == 8 && results.allSatisfy { $0 }
    } take: {
      isOnOneThread.append($0)
    }
    #expect(isOnOneThread == [true, true, true, true])
  }
}
