// Classes that no inspector knows of, with all kinds of properties.

class Sheet {
  var title = ""
  var isShown = false
}

final class Row: Sheet {
  init(_ title: String) {
    super.init()
    self.title = title
  }
}

struct Frame {
  var x = 1
  var y = 2
}

struct Parts {
  var header: Sheet?
  var frame = Frame()
}

enum Phase {
  case idle
  case loading(Loader, attempt: Int)
  indirect case after(Phase)
}

struct Key: ~Copyable {
  var number: Int
}

final class Loader {
  unowned var screen: Sheet
  unowned(unsafe) var raw: Sheet
  weak var observer: Sheet?
  let key = Key(number: 3)
  let onDone: () -> Void = {}

  init(_ screen: Sheet) {
    self.screen = screen
    raw = screen
    observer = screen
  }
}

private final class Hidden: Sheet {}

final class ShopApp {
  let name = "Shop"
  var rows: [Row] = []
  var tabs: [String: Sheet] = [:]
  var parts = Parts()
  var phase = Phase.idle
  var editor: Sheet?
  lazy var heavy = Sheet()
  var both: (Int, Sheet?) = (7, nil)
  var hidden: AnyObject = Hidden()
  var me: ShopApp?
  var counts = [1, 2, 3]
}
