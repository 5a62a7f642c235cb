/// A signal that keeps no value: subscribers are told of each one as it is sent.
public class Pipe<Value> {
  private struct Subscriber {
    let number: Int
    let receive: (Value) -> Void
    let subscription: SignalSubscription
  }

  private var subscribers: [Subscriber] = []
  private var lastNumber = 0

  /// Makes a signal without subscribers.
  public init() {}

  /// Calls `receive` with each value that is sent from now on.
  ///
  /// Subscribing and disposing inside a delivery is safe: new subscribers get the next value, ended
  /// ones get nothing more.
  @discardableResult
  public func subscribeNext(_ receive: @escaping (Value) -> Void) -> SignalSubscription {
    subscribeLater(receive)
  }

  /// Subscribes to what is sent from now on, whatever value the signal keeps.
  final func subscribeLater(_ receive: @escaping (Value) -> Void) -> SignalSubscription {
    lastNumber += 1
    let number = lastNumber
    let subscription = SignalSubscription { [weak self] in self?.remove(number) }
    subscribers.append(
      Subscriber(number: number, receive: receive, subscription: subscription))
    return subscription
  }

  /// Sends a value to every subscriber, in the order in which they subscribed.
  public func sendNext(_ value: Value) { deliver(value) { true } }

  func deliver(_ value: Value, while isCurrent: () -> Bool) {
    for subscriber in subscribers where subscriber.subscription.isActive {
      guard isCurrent() else { return }
      if subscriber.subscription.endsAfterNext { subscriber.subscription.dispose() }
      subscriber.receive(value)
    }
  }

  /// How many subscribers there are.
  public var subscriberCount: Int { subscribers.count { $0.subscription.isActive } }

  private func remove(_ number: Int) {
    // Numbers ascend in the order of subscription.
    var (low, high) = (0, subscribers.count)
    while low < high {
      let middle = (low + high) / 2
      if subscribers[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < subscribers.count, subscribers[low].number == number else { return }
    // Dropped at the end of the scope, when the array is at rest: what the closure holds may
    // dispose of other subscriptions as it goes.
    let removed = subscribers.remove(at: low)
    withExtendedLifetime(removed) {}
  }
}

extension Pipe where Value == Void {
  /// Tells every subscriber.
  public func sendNext() { sendNext(()) }
}

/// A signal that keeps its value: a new subscriber gets it at once.
public final class Observable<Value>: Pipe<Value> {
  private var present: Value
  /// Counts the values, so that a delivery sees when it is out of date.
  private var generation = 0

  /// The present value; setting it tells every subscriber.
  ///
  /// Where a subscriber sets it again, the newer value is told to all and the older one to nobody
  /// else: everyone's last value is the present one.
  public var value: Value {
    get { present }
    set {
      let old = present
      present = newValue
      generation &+= 1
      let delivered = generation
      deliver(newValue) { [unowned self] in generation == delivered }
      // What the old value held may ask for the present one as it goes.
      withExtendedLifetime(old) {}
    }
  }

  /// Makes a signal with a first value.
  public init(_ value: Value) {
    present = value
    super.init()
  }

  /// Sets the value and tells every subscriber.
  public override func sendNext(_ value: Value) { self.value = value }

  /// Calls `receive` with the present value, then with each new one.
  @discardableResult
  public override func subscribeNext(_ receive: @escaping (Value) -> Void) -> SignalSubscription {
    let subscription = subscribeLater(receive)
    receive(present)
    return subscription
  }
}
