import Foundation
import ProfileModels

/// What the app shows where no file is named.
enum SampleData {
  static let posts = [
    Post(title: "Actors at rest", group: "swift"),
    Post(title: "Bread without yeast", group: "cooking"),
    Post(title: "The quiet endgame", group: "chess"),
  ]

  /// The user, as each load finds her: she gets a permission, then marries and joins a group.
  static let users = [
    #"""
    {"firstName": "Anna", "lastName": "Lee", "age": 31,
     "groups": ["swift", "cooking"], "permissions": ["messages"]}
    """#,
    #"""
    {"firstName": "Anna", "lastName": "Lee", "age": 31,
     "groups": ["swift", "cooking"], "permissions": ["messages", "comments"]}
    """#,
    #"""
    {"firstName": "Anna", "lastName": "Berg", "age": 32,
     "groups": ["swift", "chess"], "permissions": ["messages", "comments", "posts"]}
    """#,
  ].map { Data($0.utf8) }
}
