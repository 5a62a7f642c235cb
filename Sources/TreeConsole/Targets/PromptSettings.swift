import TextIO
import TreeAnalysis

/// What `set` chooses for the lines after it.
struct PromptSettings {
  /// A setting by its name.
  enum Name: String, CaseIterable {
    case color, echo, limit, pager, timing

    /// What the setting does, and its values.
    var help: SafeText {
      switch self {
      case .color: "on or off: color on a terminal"
      case .echo: "on or off: show each line of a script behind '+'"
      case .limit: "entries of a list to show, or all; off: each command's own"
      case .pager: "on, off or a command: what shows more than a screen"
      case .timing: "on or off: say how long each line took"
      }
    }
  }

  var isColored = true
  var echoes = false
  var limit: Limit?
  /// The command that shows long answers; nil for none.
  var pager: String? = PromptSettings.usersPager
  var showsTime = false

  /// `$PAGER`; nil where it is empty.
  private static var usersPager: String? {
    let pager = Environment["PAGER", default: "less -R"]
    return pager.isEmpty ? nil : pager
  }

  /// A setting's value as it could be set.
  func value(of name: Name) -> String {
    switch name {
    case .color: isColored ? "on" : "off"
    case .echo: echoes ? "on" : "off"
    case .limit: limit?.text ?? "off"
    case .pager: pager ?? "off"
    case .timing: showsTime ? "on" : "off"
    }
  }

  /// Sets a value.
  ///
  /// - Throws: `ConsoleError.unknown` where there is no such setting, `ConsoleError.misuse` where the
  ///   value does not fit.
  mutating func set(_ name: String, to value: String) throws(ConsoleError) {
    guard let name = Name(rawValue: name) else {
      let names = Name.allCases.map(\.rawValue)
      throw .unknown(.setting(names), name, nearest: names.nearest(to: name))
    }
    func isOn() throws(ConsoleError) -> Bool {
      if value == "on" { return true }
      guard value == "off" else { throw .misuse(usage: "set \(name.rawValue) on, or off") }
      return false
    }
    switch name {
    case .color: isColored = try isOn()
    case .echo: echoes = try isOn()
    case .timing: showsTime = try isOn()
    case .pager:
      pager = value == "on" ? Self.usersPager ?? "less -R" : value == "off" ? nil : value
    case .limit:
      limit = value == "off" ? nil : Limit(argument: value)
      if limit == nil, value != "off" { throw .misuse(usage: "set limit NUMBER, all, or off") }
    }
  }
}
