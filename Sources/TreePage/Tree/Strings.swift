/// Strings by their numbers, each once; 0 stands for none.
struct Strings {
  private var numbers: [String: UInt32] = [:]
  private var ends: [UInt32] = [0]
  private var text: [UInt8] = []

  /// The number of a string, which is added where it is new.
  mutating func number(of string: String?) -> UInt32 {
    guard let string else { return 0 }
    if let number = numbers[string] { return number }
    text += string.utf8
    ends.append(UInt32(text.count))
    let number = UInt32(ends.count - 1)
    numbers[string] = number
    return number
  }

  /// Adds the columns of the strings to a file.
  func add(to file: inout ColumnFile) {
    file.add("stringEnds", ends)
    file.add("strings", text)
  }
}
