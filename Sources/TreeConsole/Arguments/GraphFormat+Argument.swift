public import ArgumentParser
public import TreeGraph

extension GraphFormat: ExpressibleByArgument {
  /// Reads the name of a format, in upper or lower case.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
