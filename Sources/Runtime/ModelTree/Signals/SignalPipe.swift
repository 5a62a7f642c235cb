import TextIO

/// A subscriber of a signal; nil once its subscription has ended.
///
/// Of any type of value: a generic class would look up the type of its entries at each use.
private struct Entry {
  let number: Int
  /// A `Subscriber` of the signal's values.
  var subscriber: AnyObject?
}

/// A signal that keeps no value: its subscribers receive each value when it is sent. The article
/// calls it `Pipe`, which is the name of a class in Foundation.
public class SignalPipe<Value>: Signal<Value> {
  private var entries: [Entry] = []
  private var endedCount = 0
  private var lastNumber = 0
  /// The number of deliveries in progress.
  private var deliveries = 0
  /// Counts the values of a signal that keeps one, so that an outdated delivery stops. Unchecked for
  /// exclusivity: it is read and counted around each delivery, not during one.
  @exclusivity(unchecked) @usableFromInline final var generation = 0

  /// Whether `sendCompleted()` was called: no more values follow.
  public private(set) final var isCompleted = false

  /// Creates a signal without subscribers.
  public override init() { super.init() }

  /// The number of subscribers. Costs a look at each.
  public final var subscriberCount: Int {
    let present = entries
    var count = 0
    for entry in present {
      if let object = entry.subscriber, subscriber(object).subscription.isActive { count += 1 }
    }
    return count
  }

  /// Sends a value to every subscriber, in the order of subscription. Costs a call of each. Has no
  /// effect once the signal has completed.
  public func sendNext(_ value: Value) {
    if !isCompleted { deliver(value) }
  }

  /// Completes the signal, and releases its subscribers. Costs a call of each. If a value is being
  /// delivered, it reaches all subscribers first.
  public final func sendCompleted() {
    guard !isCompleted else { return }
    isCompleted = true
    if deliveries == 0 { complete() }
  }

  private func complete() {
    let ending = entries
    entries = []
    endedCount = 0
    for entry in ending {
      if let object = entry.subscriber { subscriber(object).complete() }
    }
  }

  /// The subscriber of an entry, which `connect` put there.
  private func subscriber(_ object: AnyObject) -> Subscriber<Value> {
    unsafeDowncast(object, to: Subscriber<Value>.self)
  }

  @usableFromInline
  final func deliver(_ value: Value) {
    deliveries += 1
    let present = entries
    let delivered = generation
    for entry in present {
      guard generation == delivered else { break }
      if let object = entry.subscriber { subscriber(object).receive(value) }
    }
    deliveries -= 1
    if isCompleted, deliveries == 0 { complete() }
  }

  override func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    guard !isCompleted else {
      subscriber.complete()
      return
    }
    dropOwnerless()
    lastNumber += 1
    let number = lastNumber
    subscriber.subscription.whenEnded { [weak self] _ in self?.remove(number) }
    entries.append(Entry(number: number, subscriber: subscriber))
  }

  /// Now and then, as subscriptions grow, removes those whose owners are gone: a signal that sends
  /// nothing wouldn't notice otherwise.
  private func dropOwnerless() {
    guard entries.count >= 16, entries.count.nonzeroBitCount == 1 else { return }
    _ = subscriberCount
  }

  private func remove(_ number: Int) {
    // Numbers ascend in the order of subscription.
    let place = entries.partitionIndex { $0.number >= number }
    guard place < entries.count, entries[place].number == number else { return }
    // Released at the end of the scope, when the array isn't being changed: releasing the closure's
    // captures may dispose of other subscriptions.
    let removed = entries[place].subscriber
    entries[place].subscriber = nil
    endedCount += 1
    if endedCount * 2 > entries.count {
      entries.removeAll { $0.subscriber == nil }
      endedCount = 0
    }
    withExtendedLifetime(removed) {}
  }
}

extension SignalPipe where Value == Void {
  /// Sends to every subscriber.
  public final func sendNext() { sendNext(()) }
}

/// A signal that keeps its value: a new subscriber receives it immediately. The article calls it
/// `Observable`, which is now the name of a protocol in Observation.
public final class ObservableValue<Value>: SignalPipe<Value> {
  // Unchecked for exclusivity: no code of the app runs while it is replaced.
  @exclusivity(unchecked) @usableFromInline var present: Value

  /// The current value. Setting it sends it to every subscriber, unless the signal has completed.
  ///
  /// If a subscriber sets it during a delivery, all subscribers receive the newer value, and none
  /// receives the older one afterward: the last value each receives is the current one.
  ///
  /// Inlinable: if the type of the value is known, replacing it costs almost nothing.
  @inlinable
  public var value: Value {
    get { present }
    set {
      // The old value is released after the replacement, because its release may read the current
      // value.
      let old = present
      present = newValue
      generation &+= 1
      if !isCompleted { deliver(newValue) }
      extendLifetime(old)
    }
  }

  /// Creates a signal with an initial value.
  public init(_ value: Value) {
    present = value
    super.init()
  }

  /// Sets the value, and sends it to every subscriber.
  public override func sendNext(_ value: Value) { self.value = value }

  override func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    // A subscriber to a completed signal still receives the current value.
    if isCompleted, !laterOnly { subscriber.receive(present) }
    super.connect(subscriber, laterOnly: laterOnly)
    if !isCompleted, !laterOnly { subscriber.receive(present) }
  }
}
