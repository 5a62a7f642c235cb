/// An app that has a socket, as far as it says who it is.
package struct RunningApp: Hashable, Sendable {
  /// What an app does when it is asked.
  package enum State: String, Hashable, Sendable {
    /// It answers.
    case answers
    /// It does not answer in time: it is stopped, or its tree is busy.
    case busy
    /// It speaks a version of the protocol that this side does not.
    case otherVersion = "other-version"
    /// It is gone, and has left its socket behind.
    case stale
  }

  /// Where it has its socket.
  package var place: AppPlace
  /// What its tree is called; empty where it does not say.
  package var name: String
  /// When it began to listen, in UTC; nil where it does not say.
  package var started: String?
  /// How many models its tree has; nil where it does not say.
  package var models: Int?
  /// The version that it speaks; nil where it does not say.
  package var version: LinkVersion?
  /// What it did when it was asked.
  package var state: State

  /// The word that names it alone.
  package var word: String {
    name.isEmpty ? "@\(place.pid)" : AppName.word(name: name, pid: place.pid)
  }

  init(at place: AppPlace) {
    let card = AppCard(of: place)
    self.place = place
    name = card?.name ?? ""
    started = card?.started
    version = card?.version
    state = .busy
  }
}
