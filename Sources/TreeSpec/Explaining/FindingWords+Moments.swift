import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

// What a journal holds that a line does not allow, in words.
extension FindingWords {
  func explanation(of finding: MomentFinding) -> Explanation {
    let words = RecordWords(contents: finding.contents, types: finding.types)
    var explanation = Explanation(problem: problem(finding, words))
    if case .tree(let inner, let result) = finding.fact {
      explanation = FindingWords(result).explanation(of: inner)
      explanation.problem = "does not hold at moment \(finding.place): \(explanation.problem)"
    }
    if let record = finding.record {
      explanation.details.append(words.line(record))
      // Who raised the message knows why.
      let origin = record.raise.flatMap { finding.contents[$0] } ?? record
      if let reason = words.reason(origin) { explanation.details.append("  \(reason)") }
    } else {
      explanation.details.append("the tree begins here")
    }
    explanation.details.append(
      finding.contents.holdsTrees
        ? "'--at \(finding.moment)' looks at the tree then"
        : "'journal --led-to \(finding.moment)' tells what led to it")
    explanation.moment = finding
    return explanation
  }

  /// What was wrong, without what differs from run to run.
  func words(_ finding: MomentFinding) -> SafeText {
    if case .tree(let inner, let result) = finding.fact {
      return FindingWords(result).explanation(of: inner).problem
    }
    return "\(RecordWords.name(finding.record?.message)) \(finding.record?.event.name ?? "")"
  }

  private func problem(_ finding: MomentFinding, _ words: RecordWords) -> SafeText {
    guard let record = finding.record else { return "" }
    let count = finding.count ?? 1
    let first: SafeText = count > 1 ? ", \(count) times, the first at" : " at"
    let place = "\(first) moment \(finding.place)" as SafeText
    switch finding.fact {
    case .ended: return "was \(record.event.name)\(place)"
    case .elsewhere:
      let outcome: SafeText =
        record.event == .handled
        ? "was handled by \(words.name(record.handlerNode))" : "was \(record.event.name)"
      return outcome + (record.event == .delivered ? " to others" : "") + place
    case .late(let time): return "took \(RecordWords.duration(time))\(place)"
    case .unfinished(let time):
      return "had not returned after \(RecordWords.duration(time))\(place)"
    case .tree: return ""
    }
  }
}

extension MomentFinding {
  /// The moment's number and time.
  fileprivate var place: SafeText {
    let time = contents[moment].map { WallClock.localTime(ofNanoseconds: $0.time) }
    return "\(moment)\(time.map { ", \($0)" } ?? "")"
  }
}
