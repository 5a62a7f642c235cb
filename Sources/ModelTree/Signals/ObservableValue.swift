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
