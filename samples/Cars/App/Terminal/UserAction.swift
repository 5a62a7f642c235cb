import CarsModels

/// Something that a person can do, by the word that is typed for it.
struct UserAction {
  let usage: String
  let help: String
  let perform: @MainActor (CarsApp, [String]) throws(UserError) -> Void

  var name: String { usage.split(separator: " ").first.map(String.init) ?? usage }
}

@MainActor
enum UserActions {
  static var all: [UserAction] {
    [
      UserAction(usage: "list", help: "Show the list of the tab, read again.") {
        app, _ throws(UserError) in app.router.selected.showList()
      },
      UserAction(usage: "open ID", help: "Open the row with this number.") {
        app, words throws(UserError) in
        let number = try number(words, "open 3")
        try rows(of: app, else: "there is nothing to open here").select(number)
      },
      UserAction(usage: "pick ID", help: "Pick the driver with this number, after assign.") {
        app, words throws(UserError) in
        let number = try number(words, "pick 2")
        guard let picker = try idle(app).controller as? DriverPickerController else {
          throw UserError("there is nobody to pick here; open a car, then assign")
        }
        try picker.pick(number)
      },
      UserAction(usage: "edit [ID]", help: "Edit what is shown, or the row with this number.") {
        app, words throws(UserError) in
        if words.isEmpty { return try press("edit", in: app) }
        let number = try number(words, "edit 3")
        try editableRows(of: app).edit(number)
      },
      UserAction(usage: "delete [ID]", help: "Delete what is shown, or the row with this number.") {
        app, words throws(UserError) in
        if words.isEmpty { return try press("delete", in: app) }
        let number = try number(words, "delete 3")
        try editableRows(of: app).delete(number)
      },
      UserAction(usage: "set FIELD TEXT", help: "Write into a field of what is edited.") {
        app, words throws(UserError) in
        guard let field = words.first else {
          throw UserError("name a field and a text: set model Audi RS 4")
        }
        guard let form = try idle(app).controller as? any FormController else {
          throw UserError("nothing is edited here; edit or add first")
        }
        try form.set(field, to: words.dropFirst().joined(separator: " "))
      },
      button("save", "Store what was written down."),
      button("add", "Write down a new car or driver."),
      button("assign", "Choose who drives the car that is shown."),
      button("nobody", "After assign: nobody drives the car."),
      UserAction(usage: "cars", help: "Show the cars' tab.") { app, _ throws(UserError) in
        app.router.select(.cars)
      },
      UserAction(usage: "drivers", help: "Show the drivers' tab.") { app, _ throws(UserError) in
        app.router.select(.drivers)
      },
      UserAction(usage: "back", help: "Leave the screen, and what was written on it.") {
        app, _ throws(UserError) in
        guard app.router.selected.navigation.goBack() else {
          throw UserError("there is no screen behind this one")
        }
      },
      UserAction(usage: "link LINK", help: "Follow a link, such as \(DeepLink.patterns[3]).") {
        app, words throws(UserError) in
        guard words.count == 1 else { throw UserError("give one link: link cars://car/7/edit") }
        do throws(LinkError) {
          app.router.open(try DeepLink(words[0]))
        } catch {
          throw UserError("\(error)")
        }
      },
      UserAction(usage: "retry", help: "Ask again after an error.") { app, _ throws(UserError) in
        guard let error = app.router.front?.controller as? ErrorController else {
          throw UserError("nothing has failed here")
        }
        error.retry()
      },
      UserAction(usage: "pull", help: "Take the storage away.") { app, _ throws(UserError) in
        app.ask { await $0.pull(reason: "it was pulled; plug brings it back") }
      },
      UserAction(usage: "plug", help: "Bring the storage back; then retry.") {
        app, _ throws(UserError) in app.ask { await $0.plug() }
      },
      UserAction(usage: "hold", help: "Let the storage answer nothing until release.") {
        app, _ throws(UserError) in app.ask { await $0.hold() }
      },
      UserAction(usage: "release", help: "Let the storage answer.") { app, _ throws(UserError) in
        app.ask { await $0.release() }
      },
    ]
  }

  /// Does what was typed.
  ///
  /// - Throws: `UserError` where it cannot be done now.
  static func perform(_ line: String, in app: CarsApp) throws(UserError) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { return }
    guard let action = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UserError("there is no '\(name)' to do; there are \(names)")
    }
    let rest = Array(words.dropFirst())
    if !rest.isEmpty, action.usage == name {
      throw UserError("'\(name)' stands alone; '\(rest.joined(separator: " "))' is too much")
    }
    try action.perform(app, rest)
  }

  /// The action that presses a button of the bar.
  private static func button(_ title: String, _ help: String) -> UserAction {
    UserAction(usage: title, help: help) { app, _ throws(UserError) in try press(title, in: app) }
  }

  private static func press(_ title: String, in app: CarsApp) throws(UserError) {
    let buttons = try idle(app).buttons
    guard let button = buttons.first(where: { $0.title == title }) else {
      let titles = buttons.map { "[\($0.title)]" }.joined(separator: " ")
      throw UserError(
        "there is no [\(title)] here; " + (titles.isEmpty ? "there are no buttons" : titles))
    }
    button.press()
  }

  private static func rows(of app: CarsApp, else text: String) throws(UserError)
    -> any RowController
  {
    guard let rows = try idle(app).controller as? any RowController else { throw UserError(text) }
    return rows
  }

  private static func editableRows(of app: CarsApp) throws(UserError)
    -> any EditableRowController
  {
    guard let rows = try idle(app).controller as? any EditableRowController else {
      throw UserError("there are no rows to edit or delete here")
    }
    return rows
  }

  /// The screen in front, on which nothing is being stored.
  private static func idle(_ app: CarsApp) throws(UserError) -> Screen {
    guard let front = app.router.front else { throw UserError("nothing is shown yet") }
    if let work = front.work { throw UserError("wait, \(work)…") }
    return front
  }

  private static func number(_ words: [String], _ example: String) throws(UserError) -> Int {
    guard words.count == 1, let number = Int(words[0]), number > 0 else {
      throw UserError("give one number: \(example)")
    }
    return number
  }
}
