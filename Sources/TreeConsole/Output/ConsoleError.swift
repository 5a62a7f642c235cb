/// A command that could not be carried out, in words.
package struct ConsoleError: Error, Hashable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}
