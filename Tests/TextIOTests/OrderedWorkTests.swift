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

  @Test(arguments: [1, 2, 3, 8])
  func `takes each part once, in order, whichever takes long`(threads: Int) {
    var random = SystemRandomNumberGenerator()
    for count in [0, 1, 2, 7, 60] {
      let isSlow = (0..<count).map { _ in Int.random(in: 0..<6, using: &random) == 0 }
      let done = Lock<[Int]>([])
      var taken: [Int] = []
      var mostWaiting = 0
      try? OrderedWork.run(count, threads: threads) { number in
        if isSlow[number] { usleep(2_000) }
        done.withLock { $0.append(number) }
        return number
      } take: {
        taken.append($0)
        mostWaiting = max(mostWaiting, done.withLock { $0.count } - taken.count)
      }
      #expect(taken == Array(0..<count))
      #expect(done.withLock { $0.sorted() } == taken)
      #expect(mostWaiting <= 2 * threads, "\(isSlow)")
    }
  }

  @Test func `ends where a result is not wanted`() {
    struct Unwanted: Error {}
    let done = Lock(0)
    var taken = 0
    #expect(throws: Unwanted.self) {
      try OrderedWork.run(1_000, threads: 3) { _ in
        done.withLock { $0 += 1 }
      } take: {
        taken += 1
        if taken == 10 { throw Unwanted() }
      }
    }
    #expect(taken == 10)
    #expect(done.withLock { $0 } <= 10 + 2 * 3)
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
