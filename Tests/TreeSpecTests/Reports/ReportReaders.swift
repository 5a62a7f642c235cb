import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A JUnit report as an XML parser reads it.
final class JUnitDocument: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// Nil where it is not well-formed.
  init?(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: element, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { elements[last].text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}

/// A line as the runner of GitHub's actions reads it.
struct RunnerCommand: Equatable {
  var name: String
  var properties: [String: String] = [:]
  var data = ""

  /// Nil where the line is none, in the new form and in the old.
  init?(_ line: String) {
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
