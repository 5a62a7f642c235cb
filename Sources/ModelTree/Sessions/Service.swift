/// Something that works for a whole session, such as a network client.
public protocol Service: AnyObject {
  /// Called once all services of the session were created.
  func takeOff()
  /// Called when the session closes, after all models were told.
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
  /// The model that asked.
  public let model: String
  /// The sessions that were asked, the nearest first.
  public let sessions: [String]
}

extension MissingServiceError: CustomStringConvertible {
  /// Names the service, the model and the sessions that were asked.
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
  /// A session asks itself first. Costs a walk up to that session, and a look through the services
  /// of each that is asked.
  ///
  /// - Parameter type: the type that the service was provided as; left out, what the result is
  ///   used as.
  /// - Returns: the service, which may go when its session closes.
  /// - Throws: `MissingServiceError` where no session around the model provides it.
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
struct ServiceLocator {
  private var entries: [(type: ObjectIdentifier, name: String, service: any Service)] = []

  var services: [any Service] { entries.map(\.service) }
  var names: [String] { entries.map(\.name) }

  /// Adds a service; one of the same type is replaced, and handed out to be let go at rest.
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
