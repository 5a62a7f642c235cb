import SampleApps

extension CarsApp: FleetApp {
  var screenName: String {
    let parts = "\(router.front?.link ?? .cars)".split(separator: "/").dropFirst()
    return parts.filter { Int($0) == nil }.joined(separator: "-")
  }

  static var defects: [Defect<CarsApp>] {
    [
      // A car is shown twice, one screen behind the other.
      Defect([.init("twice", at: "Screen")]) {
        { app in
          let navigation = app.router.cars.navigation
          guard let front = navigation.front, case .car = front.link,
            navigation.screens.count(where: { $0.link == front.link }) == 1
          else { return }
          navigation.push(Screen(link: front.link, title: front.title))
        }
      }
    ]
  }
}
