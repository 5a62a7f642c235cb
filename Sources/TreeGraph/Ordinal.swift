/// `1st`, `2nd`, `11th`.
func ordinal(_ number: Int) -> String {
  let suffix =
    switch (number % 100, number % 10) {
    case (11...13, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  return "\(number)\(suffix)"
}
