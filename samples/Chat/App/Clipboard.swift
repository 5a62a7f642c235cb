/// Where copied text goes.
@MainActor
final class Clipboard {
  var text = ""
}
