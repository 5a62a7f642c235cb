/// A signal that keeps its value: a new subscriber receives it at once. The article calls it
/// `Observable`, which is a protocol of Observation.
public final class ObservableValue<Value>: SignalPipe<Value> {
  private var present: Value
  /// Counts the values, so that a delivery sees when it is out of date.
  private var generation = 0

  /// The present value; setting it tells every subscriber, unless the signal is complete.
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
      if !isCompleted { deliver(newValue) { [unowned self] in generation == delivered } }
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

  override func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    // The present value also reaches who comes after the last one.
    if isCompleted, !laterOnly { subscriber.receive(present) }
    super.connect(subscriber, laterOnly: laterOnly)
    if !isCompleted, !laterOnly { subscriber.receive(present) }
  }
}
