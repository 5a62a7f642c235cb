package import MemoryGraph
package import TreeSnapshot

/// A target's leaked models, and what its process's memory says of who holds objects.
package struct HolderAnswer {
  /// The leaked models; empty if a class was asked for.
  let left: [LeakedModel]
  /// The objects that were asked for, with their holders.
  let report: HolderReport

  /// Scans memory for the holders of leaked models, or of the objects of a class.
  ///
  /// - Parameters:
  ///   - left: The leaked models, with their addresses.
  ///   - type: The name of a class; nil for leaked models.
  ///   - scan: Scans the memory.
  package init<Failure: Error>(
    _ left: [LeakedModel], type: String?, scan: (HolderQuestion) throws(Failure) -> HolderReport
  ) throws(Failure) {
    self.left = type == nil ? left : []
    // What another leaked model holds is shown with that one.
    let addresses = left.filter { $0.holder == nil }.compactMap(\.address)
    var report = try scan(type.map { .type($0) } ?? .objects(addresses))
    report.addSources(FunctionSources.find)
    self.report = report
  }

  /// The holders of a leaked model; nil if it has gone, or another one holds it.
  func held(_ model: LeakedModel) -> HeldObject? {
    guard model.holder == nil, let address = model.address else { return nil }
    return report.objects.first { $0.address == address }
  }
}
