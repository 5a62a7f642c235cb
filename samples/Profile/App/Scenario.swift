import SampleApps

extension Scenario {
  static let all = [
    Scenario("home", "the home screen alone", [], dump: "profile-home"),
    Scenario("both", "two screens of the same user", ["profile"], dump: "profile-both"),
    Scenario(
      "updated", "an update reaches both screens, and comments are allowed",
      ["profile", "update", "comment 1"], dump: "profile-updated"),
    Scenario(
      "offline", "an update fails, which the screen that asked shows",
      ["profile", "fail", "update"], dump: "profile-offline"),
    Scenario(
      "updating", "two screens wait for the same slow update",
      ["profile", "slow", "update", "home", "update"], dump: "profile-updating"),
    Scenario(
      "failed", "a connection breaks while two screens wait; a comment is refused until an update",
      [
        "profile", "slow", "update", "home", "update", "fail", "profile", "comment 1", "update",
        "wait", "comment 1",
      ], journal: "profile-failed"),
    Scenario(
      "late", "a screen is closed before the answer to its update comes",
      ["profile", "slow", "update", "close profile", "wait"]),
    Scenario(
      "denied", "comments that are not allowed", ["profile", "comment 1", "comment 3"]),
  ]
}
