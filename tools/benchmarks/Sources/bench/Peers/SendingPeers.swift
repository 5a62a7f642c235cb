import ModelTree
import OpenCombine

/// A peer that sends values to closures.
@MainActor protocol SendingPeer: AnyObject {
  var name: String { get }
  func subscribe(_ closure: @escaping (Int) -> Void)
  /// Sends a number of values.
  func send(times: Int)
}

final class PipePeer: SendingPeer {
  let name = "pipe"
  private let pipe = SignalPipe<Int>()

  func subscribe(_ closure: @escaping (Int) -> Void) { pipe.subscribeNext(closure) }
  func send(times: Int) { for number in 0..<times { pipe.sendNext(number) } }
}

final class SubjectPeer: SendingPeer {
  let name = "CurrentValueSubject"
  private let subject = CurrentValueSubject<Int, Never>(0)
  private var subscriptions: [AnyCancellable] = []

  func subscribe(_ closure: @escaping (Int) -> Void) {
    subscriptions.append(subject.sink(receiveValue: closure))
  }
  func send(times: Int) { for number in 0..<times { subject.send(number) } }
}

/// The minimum: closures that are called one after another.
final class ClosuresPeer: SendingPeer {
  let name = "array of closures"
  private var closures: [(Int) -> Void] = []

  func subscribe(_ closure: @escaping (Int) -> Void) { closures.append(closure) }
  func send(times: Int) {
    for number in 0..<times { for closure in closures { closure(number) } }
  }
}
