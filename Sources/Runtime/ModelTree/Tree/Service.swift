/// An object that serves a whole session, such as a network client.
@MainActor
public protocol Service: AnyObject, Sendable {
  /// Called after all services of the session were created.
  func takeOff()
  /// Called when the session closes, after `sessionWillClose()` of all models.
  func prepareToClose()
}

extension Service {
  /// Does nothing.
  public func takeOff() {}
  /// Does nothing.
  public func prepareToClose() {}
}

extension Service {
  /// Says which errors may come instead of an answer, so that an explorer can choose one of them.
  ///
  /// ```swift
  /// func subjects() async throws -> [Subject] {
  ///   try await mayThrow(NetworkErrors.badToken, NetworkErrors.badResponse)
  ///   return try await request("subjects")
  /// }
  /// ```
  ///
  /// It has an effect only in work that a model started with `task`, while an explorer holds answers.
  ///
  /// - Parameter errors: the errors.
  /// - Throws: the one that the explorer chooses.
  public func mayThrow(_ errors: any Error...) async throws {
    if let error = await ChosenAnswers.chooser?.error(outOf: errors) { throw error }
  }
}

/// Chooses what the services of a task's work answer.
package protocol AnswerChooser: Sendable {
  /// Waits until an answer is wanted.
  ///
  /// - Returns: the error that comes instead; nil for the answer.
  @MainActor func error(outOf errors: [any Error]) async -> (any Error)?
}

/// The answers of the services that the present task's work asks.
package enum ChosenAnswers {
  /// Chooses them; nil outside of work that an explorer follows.
  @TaskLocal package static var chooser: (any AnswerChooser)?
}

/// No session around a model provides a service.
public struct MissingServiceError: Error, Sendable {
  // The types, because their names take longer to compute than the search.
  private let wanted: any Service.Type
  private let asking: Model.Type
  private let asked: [Session.Type]

  fileprivate init(
    _ wanted: any Service.Type, askedBy model: Model.Type, sessions: [Session.Type]
  ) {
    self.wanted = wanted
    asking = model
    asked = sessions
  }

  /// The service's type.
  public var service: String { String(describing: wanted) }
  /// The type of the model that asked for it.
  public var model: String { String(describing: asking) }
  /// The types of the sessions around the model, the nearest first.
  public var sessions: [String] { asked.map { String(describing: $0) } }
}

extension MissingServiceError: Hashable {
  /// Whether two errors have the same types.
  public static func == (one: MissingServiceError, other: MissingServiceError) -> Bool {
    one.wanted == other.wanted && one.asking == other.asking
      && one.asked.elementsEqual(other.asked) { $0 == $1 }
  }

  /// Feeds the types into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(wanted))
    hasher.combine(ObjectIdentifier(asking))
    hasher.combine(asked.map { ObjectIdentifier($0) })
  }
}

extension MissingServiceError: CustomStringConvertible {
  /// Names the service, the model and its sessions.
  public var description: String {
    sessions.isEmpty
      ? "\(model) asked for \(service) outside any session"
      : "\(model) asked for \(service), which no session around it provides: "
        + sessions.joined(separator: ", ")
  }
}

extension Model {
  /// Returns the service of a type from the nearest session that provides it.
  ///
  /// A session searches itself first. Costs a walk up to the session that provides it, and a search
  /// of each session's services on the way.
  ///
  /// - Parameter type: the type under which the service was provided; defaults to the type of the
  ///   result.
  /// - Returns: the service, which its session releases when it closes.
  /// - Throws: `MissingServiceError` if no session around the model provides it.
  public func service<Wanted: Service>(
    _ type: Wanted.Type = Wanted.self
  ) throws(MissingServiceError) -> Wanted {
    var asked: [Session.Type] = []
    var scope = store.links[Int(node)].isSession ? node : store.session(above: node)
    while scope != TreeStore.none {
      if let session = model(at: scope) as? Session {
        if let service = session.ownService(type) { return service }
        asked.append(Swift.type(of: session))
      }
      scope = store.session(above: scope)
    }
    throw MissingServiceError(type, askedBy: Swift.type(of: self), sessions: asked)
  }
}

/// The services of a session, by type.
struct ServiceLocator: Sendable {
  private var entries: [(type: ObjectIdentifier, name: String, service: any Service)] = []

  var services: [any Service] { entries.map(\.service) }
  var names: [String] { entries.map(\.name) }

  /// Adds a service.
  ///
  /// - Returns: the one of the same type that it replaces, to be released at rest, and its place among
  ///   the services.
  mutating func add<Provided: Service>(
    _ service: Provided, as type: Provided.Type
  ) -> (replaced: (any Service)?, place: Int) {
    let entry = (ObjectIdentifier(type), String(describing: type), service as any Service)
    if let place = entries.firstIndex(where: { $0.type == ObjectIdentifier(type) }) {
      let replaced = entries[place].service
      entries[place] = entry
      return (replaced, place)
    }
    entries.append(entry)
    return (nil, entries.count - 1)
  }

  func find<Wanted: Service>(_ type: Wanted.Type) -> Wanted? {
    entries.first { $0.type == ObjectIdentifier(type) }?.service as? Wanted
  }
}
