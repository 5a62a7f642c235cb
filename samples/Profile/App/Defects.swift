import SampleApps

extension ProfileApp: FleetApp {
  var screenName: String {
    switch front {
    case is HomeScreen: "home"
    case is ProfileScreen: "profile"
    default: "nothing"
    }
  }

  /// None: builds of this app stay as they are.
  static var defects: [Defect<ProfileApp>] { [] }
}
