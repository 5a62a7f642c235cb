import ArgumentParser
import TextIO
package import TreeGraph

extension GraphFormat: ExpressibleByArgument {
  /// Reads the name of a format, in upper or lower case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension GraphFormat {
  /// What the lines of a drawing are made of.
  var lineForm: InertLines.Form {
    switch self {
    case .dot, .svg: .text
    case .layout: .json
    case .png, .pdf: .verbatim
    }
  }
}
