/// What is around a controller: the tabs, the title and the bar buttons.
struct Chrome: Equatable {
  var tabs: [String]
  var selectedTab: String
  var title: String
  var link: String
  var buttons: [String]
}

/// A button in the bar above a controller.
struct BarButton {
  let title: String
  let press: @MainActor () -> Void
}
