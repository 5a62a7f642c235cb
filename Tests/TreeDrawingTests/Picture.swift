import Foundation
import TreeDrawing
import TreeSnapshot

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An SVG, parsed as XML; nil if it isn't well-formed.
struct Picture {
  var nodes = 0
  /// Edges of Graphviz, and lines of ours to a box.
  var edges = 0
  /// Each piece of text that looks alike.
  var texts: [String] = []
  /// The commands of all paths of a class.
  var paths: [String: [String]] = [:]
  var tooltips: [String] = []
  var elements: Set<String> = []
  var rootAttributes: [String: String] = [:]
  /// The title and the description right inside the root element.
  var title: String?
  var description: String?

  init?(_ svg: [UInt8]) {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg))
    parser.delegate = reader
    guard parser.parse() else { return nil }
    self = reader.picture
  }

  private init() {}

  private final class Reader: NSObject, XMLParserDelegate {
    var picture = Picture()
    private var text = ""
    private var depth = 0

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      depth += 1
      if element == "tspan" { endText() }
      text = ""
      picture.elements.insert(element)
      if depth == 1 { picture.rootAttributes = attributes }
      if attributes["class"] == "node" { picture.nodes += 1 }
      if attributes["class"] == "edge" { picture.edges += 1 }
      if let path = attributes["d"], let name = attributes["class"] {
        picture.paths[name, default: []].append(path)
        if name.hasPrefix("line ") { picture.edges += path.count { $0 == "M" } }
      }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
      text += characters
    }

    private func endText() {
      if !text.isEmpty { picture.texts.append(text) }
      text = ""
    }

    func parser(
      _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      depth -= 1
      if element == "text" || element == "tspan" { endText() }
      if depth > 1, element == "title" { picture.tooltips.append(text) }
      if depth == 1, element == "title" { picture.title = text }
      if depth == 1, element == "desc" { picture.description = text }
    }
  }
}
