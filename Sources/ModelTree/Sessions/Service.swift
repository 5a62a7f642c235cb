/// An object that works for a whole session, such as a network client.
@MainActor
public protocol Service: AnyObject, Sendable {
  /// Called once all services of the session were created.
  func takeOff()
  /// Called when the session closes, after `sessionWillClose()` of all models.
  func prepareToClose()
}

extension Service {
  /// Nothing to prepare.
  public func takeOff() {}
  /// Nothing to finish.
  public func prepareToClose() {}
}

/// No session around a model provides a service.
public struct MissingServiceError: Error, Hashable, Sendable {
  /// The service's type.
  public let service: String
  /// The model that looked for it.
  public let model: String
  /// The sessions around the model, the nearest first.
  public let sessions: [String]
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
  /// The service of a type from the nearest session that provides it.
  ///
  /// A session looks in itself first. Costs a walk up to the session that provides it, and through the
  /// services of each session on the way.
  ///
  /// - Parameter type: the type that the service was provided as; left out, the result's type.
  /// - Returns: the service, which its session releases when it closes.
  /// - Throws: `MissingServiceError` if no session around the model provides it.
  public func service<Wanted: Service>(
    _ type: Wanted.Type = Wanted.self
  ) throws(MissingServiceError) -> Wanted {
    var asked: [String] = []
    var current: Model? = self
    while let model = current {
      if let session = model as? Session {
        if let service = session.ownService(type) { return service }
        asked.append(session.typeName)
      }
      current = model.parent
    }
    throw MissingServiceError(
      service: String(describing: type), model: typeName, sessions: asked)
  }
}

/// The services of one session by their types.
struct ServiceLocator: Sendable {
  private var entries: [(type: ObjectIdentifier, name: String, service: any Service)] = []

  var services: [any Service] { entries.map(\.service) }
  var names: [String] { entries.map(\.name) }

  /// Adds a service, and returns the one of the same type that it replaces, to be released at rest.
  mutating func add<Provided: Service>(
    _ service: Provided, as type: Provided.Type
  ) -> (any Service)? {
    let entry = (ObjectIdentifier(type), String(describing: type), service as any Service)
    if let place = entries.firstIndex(where: { $0.type == ObjectIdentifier(type) }) {
      let replaced = entries[place].service
      entries[place] = entry
      return replaced
    }
    entries.append(entry)
    return nil
  }

  func find<Wanted: Service>(_ type: Wanted.Type) -> Wanted? {
    entries.first { $0.type == ObjectIdentifier(type) }?.service as? Wanted
  }
}
