/// Trees that did not fit into a checkpoint when they were measured last.
struct Misfit {
  let models: Int
  let bytes: Int
  /// The number of the next record at that time.
  let record: UInt64
  /// The number of models at the latest checkpoint.
  var present: Int

  /// The bytes that they take by now.
  var estimatedBytes: Int {
    // Later models have longer numbers.
    let growth = present <= models ? 1 : 1.1 * Double(present) / Double(max(models, 1))
    return Int((Double(bytes) * growth).rounded(.up))
  }

  /// Whether they need not be measured again.
  ///
  /// - Parameters:
  ///   - count: the number of models now.
  ///   - next: the number of the next record.
  func stillHolds(models count: Int, _ next: UInt64) -> Bool {
    count > models / 2 && count < 2 * models && next - record < bytes / 16
  }
}
