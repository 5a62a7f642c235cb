import CarsModels
import SampleApps

/// What a person can do with cars and drivers.
@MainActor
enum UserActions {
  static var all: [TypedAction<CarsApp>] {
    [
      TypedAction("list", "Show the list of the tab, read again.") { app, _ in
        app.router.selected.showList()
      },
      TypedAction("open ID", "Open the row with this number.") { app, words in
        let number = try number(words, "open 3")
        try rows(of: app, else: "there is nothing to open here").select(number)
      },
      TypedAction("pick ID", "Pick the driver with this number, after assign.") { app, words in
        let number = try number(words, "pick 2")
        guard let picker = try idle(app).controller as? DriverPickerController else {
          throw UserError("there is nobody to pick here; open a car, then assign")
        }
        try picker.pick(number)
      },
      TypedAction("edit [ID]", "Edit what is shown, or the row with this number.") { app, words in
        if words.text.isEmpty { return try press("edit", in: app) }
        let number = try number(words, "edit 3")
        try editableRows(of: app).edit(number)
      },
      TypedAction("delete [ID]", "Delete what is shown, or the row with this number.") {
        app, words in
        if words.text.isEmpty { return try press("delete", in: app) }
        let number = try number(words, "delete 3")
        try editableRows(of: app).delete(number)
      },
      TypedAction("set FIELD TEXT", "Write into a field of what is edited.") { app, words in
        guard let field = words.all.first else {
          throw UserError("name a field and a text: set model Audi RS 4")
        }
        guard let form = try idle(app).controller as? any FormController else {
          throw UserError("nothing is edited here; edit or add first")
        }
        try form.set(field, to: words.all.dropFirst().joined(separator: " "))
      },
      button("save", "Store what was written down."),
      button("add", "Write down a new car or driver."),
      button("assign", "Choose who drives the car that is shown."),
      button("nobody", "After assign: nobody drives the car."),
      TypedAction("cars", "Show the cars' tab.") { app, _ in
        app.router.select(.cars)
      },
      TypedAction("drivers", "Show the drivers' tab.") { app, _ in
        app.router.select(.drivers)
      },
      TypedAction("back", "Leave the screen, and what was written on it.") { app, _ in
        guard app.router.selected.navigation.goBack() else {
          throw UserError("there is no screen behind this one")
        }
      },
      TypedAction("link LINK", "Follow a link, such as \(DeepLink.patterns[3]).") { app, words in
        guard words.all.count == 1 else { throw UserError("give one link: link cars://car/7/edit") }
        do throws(LinkError) {
          app.router.open(try DeepLink(words.text))
        } catch {
          throw UserError("\(error)")
        }
      },
      TypedAction("retry", "Ask again after an error.") { app, _ in
        guard let error = app.router.front?.controller as? ErrorController else {
          throw UserError("nothing has failed here")
        }
        error.retry()
      },
      TypedAction("pull", "Take the storage away.") { app, _ in
        app.ask { await $0.pull(reason: "it was pulled; plug brings it back") }
      },
      TypedAction("plug", "Bring the storage back; then retry.") { app, _ in
        app.ask { await $0.plug() }
      },
      TypedAction("hold", "Let the storage answer nothing until release.") { app, _ in
        app.ask { await $0.hold() }
      },
      TypedAction("release", "Let the storage answer.") { app, _ in
        app.release()
      },
    ]
  }

  /// The action that presses a button of the bar.
  private static func button(_ title: String, _ help: String) -> TypedAction<CarsApp> {
    TypedAction(title, help) { app, _ in
      try press(title, in: app)
    }
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

  private static func number(_ words: TypedWords, _ example: String) throws(UserError) -> Int {
    guard let number = Int(words.text), number > 0 else {
      throw UserError("give one number: \(example)")
    }
    return number
  }
}
