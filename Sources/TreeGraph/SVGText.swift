import TextIO
import TreeSnapshot

/// Describes in Graphviz's SVG what it shows.
enum SVGText {
  /// Gives the root element a role, a title and a description; gives the bytes back unchanged where
  /// they have no root element.
  static func describe(_ svg: [UInt8], title: String, description: String) -> [UInt8] {
    guard let root = rootElement(of: svg) else { return svg }
    var result: [UInt8] = []
    result.reserveCapacity(svg.count + title.utf8.count + description.utf8.count + 128)
    result += svg[..<root.nameEnd]
    result += " role=\"img\"".utf8
    result += svg[root.nameEnd..<root.tagEnd]
    result += "\n<title>\(escaped(title))</title>\n<desc>\(escaped(description))</desc>".utf8
    result += svg[root.tagEnd...]
    return result
  }

  /// Where the name and the tag of the root element end, behind declarations and comments, in which
  /// the name of a graph may say anything.
  private static func rootElement(of svg: [UInt8]) -> (nameEnd: Int, tagEnd: Int)? {
    var rest = svg[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if rest.starts(with: "<svg".utf8) {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        return (start + 4, end + 1)
      }
      let isComment = rest.starts(with: "<!--".utf8)
      guard isComment || rest.starts(with: "<?".utf8) || rest.starts(with: "<!".utf8) else {
        return nil
      }
      guard let end = end(of: isComment ? "-->" : ">", in: rest) else { return nil }
      rest = rest[end...]
    }
    return nil
  }

  private static func end(of mark: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let mark = Array(mark.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in SafeText(text).string.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
