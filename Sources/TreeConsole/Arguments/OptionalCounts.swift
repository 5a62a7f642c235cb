/// Options whose number may be left out, even if another word follows: `journal --top app.journal`. The
/// argument parser would take that word for the number.
enum OptionalCounts {
  private static let usual = ["--top": "10"]

  /// Some arguments with the numbers that they leave out.
  static func written(in arguments: [String]) -> [String] {
    zip(arguments, arguments.dropFirst() + [""]).map { option, next in
      guard let number = usual[option], !next.isEmpty, !next.hasPrefix("-"), Int(next) == nil else {
        return option
      }
      return "\(option)=\(number)"
    }
  }
}
