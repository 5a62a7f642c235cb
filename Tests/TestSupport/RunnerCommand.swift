/// A line as the runner of GitHub's actions reads it.
package struct RunnerCommand: Equatable {
  package var name: String
  package var properties: [String: String] = [:]
  package var data = ""

  /// Nil where the line is none, in the new form and in the old.
  package init?(_ line: String) {
    let scalars = line.unicodeScalars.drop { $0.properties.isWhitespace }
    let text = String(scalars)
    if text.hasPrefix("::"), let end = text.dropFirst(2).firstRange(of: "::") {
      let info = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
      let words = info.split(separator: " ", maxSplits: 1)
      name = words.first.map(String.init) ?? ""
      for property in (words.dropFirst().first ?? "").split(separator: ",") {
        let pair = property.split(separator: "=", maxSplits: 1)
        if pair.count == 2 { properties[String(pair[0])] = Self.decoded(pair[1], isData: false) }
      }
      data = Self.decoded(text[end.upperBound...], isData: true)
      return
    }
    guard line.unicodeScalars.map(\.value).contains(Array("##[".unicodeScalars.map(\.value)))
    else { return nil }
    name = "old"
  }

  private static func decoded(_ text: Substring, isData: Bool) -> String {
    var text = text.replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    if !isData { text = text.replacing("%3A", with: ":").replacing("%2C", with: ",") }
    return String(text.replacing("%25", with: "%"))
  }
}
