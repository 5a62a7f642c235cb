/// A signal that keeps its value: a new subscriber receives it at once. The article calls it
/// `Observable`, which is a protocol of Observation.
public final class ObservableValue<Value>: SignalPipe<Value> {
  // Unchecked for exclusivity: no code of the app runs while it is replaced.
  @exclusivity(unchecked) @usableFromInline var present: Value

  /// The present value. Setting it sends it to every subscriber, unless the signal is complete.
  ///
  /// If a subscriber sets it again, all subscribers receive the newer value, and no further one the
  /// older: the last value of each is the present one.
  ///
  /// Inlinable: where the type of the value is known, replacing it takes next to nothing.
  @inlinable
  public var value: Value {
    get { present }
    set {
      // The old value is released after it is replaced: its release may read the present one.
      let old = present
      present = newValue
      generation &+= 1
      if !isCompleted { deliver(newValue) }
      extendLifetime(old)
    }
  }

  /// Makes a signal with a first value.
  public init(_ value: Value) {
    present = value
    super.init()
  }

  /// Sets the value, and sends it to every subscriber.
  public override func sendNext(_ value: Value) { self.value = value }

  override func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    // A subscriber to a complete signal receives the present value, too.
    if isCompleted, !laterOnly { subscriber.receive(present) }
    super.connect(subscriber, laterOnly: laterOnly)
    if !isCompleted, !laterOnly { subscriber.receive(present) }
  }
}
