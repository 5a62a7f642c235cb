extension Duration {
  /// The duration in whole nanoseconds, or as many as fit: 292 years.
  package var nanoseconds: Int {
    let (seconds, attoseconds) = min(max(self, .nanoseconds(Int.min)), .nanoseconds(Int.max))
      .components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
