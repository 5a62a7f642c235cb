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

/// What Foundation has for it: blocks that receive a notification.
final class Observers {
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
