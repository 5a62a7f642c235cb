import Foundation

/// What the closures that receive an event do.
enum Reception {
  /// They count.
  case counting
  /// They call their model, which counts, through a weak reference.
  case weak
}

/// A receiver without a tree.
///
/// `@unchecked Sendable`: required for Foundation's observers; nothing here counts on two threads.
final class Listener: @unchecked Sendable {
  let received: Counter

  init(counting received: Counter) { self.received = received }

  func translate() { received.add() }
}

/// Foundation's equivalent: blocks that receive a notification.
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
