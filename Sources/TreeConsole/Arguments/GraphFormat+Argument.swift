import ArgumentParser
package import TreeGraph

extension GraphFormat: ExpressibleByArgument {
  /// Reads the name of a format, in upper or lower case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
