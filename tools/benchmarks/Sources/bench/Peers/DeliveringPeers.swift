import Foundation

/// What the closures do that receive an event.
enum Reception {
  /// They count.
  case counting
  /// They call their model, which counts, through a weak reference.
  case weak
}

/// What listens without a tree.
///
/// `@unchecked Sendable`: observers of Foundation must be, and nobody counts on two threads here.
final class Listener: @unchecked Sendable {
  let received: Counter

  init(counting received: Counter) { self.received = received }

  func translate() { received.add() }
}

/// What sends a message to objects.
protocol DeliveringPeer {
  var name: String { get }
  func add(_ listener: Listener, _ reception: Reception)
  /// Sends so many messages.
  func send(times: Int)
}

/// The least that a delivery can be: retained objects, and the closure of each.
final class Pairs: DeliveringPeer {
  let name = "pairs"
  private var all: [(object: Listener, receive: (PlainEvent) -> Void)] = []

  /// What an event tells, too.
  private struct PlainEvent {
    var domain: String
    var code: String
    var sender: AnyObject
    var object: Any?
    var isTest: Bool
  }

  func add(_ listener: Listener, _ reception: Reception) {
    switch reception {
    case .counting: all.append((listener, { [received = listener.received] _ in received.add() }))
    case .weak: all.append((listener, { [weak listener] _ in listener?.translate() }))
    }
  }

  func send(times: Int) {
    for _ in 0..<times {
      let event = PlainEvent(
        domain: "AppEvent", code: "1", sender: self, object: nil, isTest: false)
      for pair in all { pair.receive(event) }
    }
  }
}

/// What Foundation has for it: blocks that receive a notification.
final class Observers: DeliveringPeer {
  let name = "NotificationCenter"
  private let center = NotificationCenter()
  private let notification = Notification.Name("LanguageChanged")
  private var observers: [(object: Listener, token: any NSObjectProtocol)] = []

  func add(_ listener: Listener, _ reception: Reception) {
    let token =
      switch reception {
      case .counting:
        center.addObserver(forName: notification, object: nil, queue: nil) {
          [received = listener.received] _ in received.add()
        }
      case .weak:
        center.addObserver(forName: notification, object: nil, queue: nil) {
          [weak listener] _ in listener?.translate()
        }
      }
    observers.append((listener, token))
  }

  func send(times: Int) {
    for _ in 0..<times { center.post(name: notification, object: nil) }
  }
}
