import TreeObjects

/// An object of an app without models, with a typical description.
final class AppObject: Inspectable {
  private(set) var children: [AppObject] = []
  private let title: String?
  private let isListening: Bool

  private init(_ title: String?, isListening: Bool) {
    self.title = title
    self.isListening = isListening
  }

  var inspectedChildren: [AnyObject?] { children }
  var inspectedLabel: String? { title }
  var inspectedSubscriptions: [InspectedMessage] {
    isListening ? [.event(AppEvent.languageChanged), .error("NetworkErrors", "401")] : []
  }
  var inspectedState: KeyValuePairs<String, String> {
    isListening ? ["rows": "\(children.count)"] : [:]
  }

  /// A tree of a number of objects, as deep as an app's; one in 16 has a subscription and a label.
  static func makeTree(of count: Int) -> AppObject {
    var random = FixedRandom()
    let root = AppObject("root", isListening: true)
    var owners = [root]
    for index in 1..<count {
      while owners.count > 1, random.below(28) < owners.count { owners.removeLast() }
      let isListening = index.isMultiple(of: 16)
      let object = AppObject(isListening ? "screen" : nil, isListening: isListening)
      owners[owners.count - 1].children.append(object)
      owners.append(object)
    }
    return root
  }
}
