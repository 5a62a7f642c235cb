package import TextIO
import TreeSnapshot

extension RecordWords {
  /// `Badge #3 registers for it 5 records later (#67), at Badge.swift:12`
  package func registration(_ later: RecordedInterest, after moment: Int) -> SafeText {
    let source: SafeText = later.subscription.source.map { ", at \($0)" } ?? ""
    return "\(name(later.node)) registers for it "
      + "\(counted(later.record.number - moment, "record")) later (#\(later.record.number))\(source)"
  }

  /// `Badge #3 was registered for it at Badge.swift:12, until record 52 at 12:03:04.123 ended that, in …`
  package func end(of interest: RecordedInterest) -> SafeText {
    let source: SafeText = interest.subscription.source.map { " at \($0)" } ?? ""
    let record = interest.record
    let time = WallClock.localTime(ofNanoseconds: record.time)
    let what: SafeText =
      record.event == .unregistered
      ? "ended that"
      : record.node == interest.node ? "detached it" : "detached \(name(record.node)) above it"
    let reason = reason(record).map { ", \($0)" } ?? ""
    return "\(name(interest.node)) was registered for it\(source), until record "
      + "\(record.number) at \(time) \(what)\(reason)"
  }
}
