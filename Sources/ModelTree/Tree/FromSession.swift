/// A service that a model uses, from the nearest session that provides it.
///
/// ```swift
/// final class FeedModel: Model {
///   @FromSession var client: APIClient
///   func load() { task { [client] in await client.posts() } then: { $0.show($1) } }
/// }
/// ```
///
/// The property looks up the service on first access, and keeps it. Accessing it without a session
/// that provides the service is a programmer error, which ends the process with the message of
/// ``MissingServiceError``; if a service may be missing, use ``Model/service(_:)``. The tree knows
/// the property before that: `lint` reports a model whose service no session around it provides,
/// and `resolve` lists the models that ask for each service.
///
/// In an `@Observable` class, write `@ObservationIgnored @FromSession`.
@MainActor @propertyWrapper
public struct FromSession<Wanted: Service> {
  private var service: Wanted?

  /// Creates a property that hasn't been accessed.
  public init() {}

  /// Only a model has a session.
  @available(*, unavailable, message: "@FromSession is for properties of models")
  public var wrappedValue: Wanted { preconditionFailure("the compiler refuses this") }

  /// The service of a model's property.
  public static subscript<Owner: Model>(
    _enclosingInstance model: Owner, wrapped _: KeyPath<Owner, Wanted>,
    storage storage: ReferenceWritableKeyPath<Owner, FromSession>
  ) -> Wanted {
    if let service = model[keyPath: storage].service { return service }
    do throws(MissingServiceError) {
      let service = try model.service(Wanted.self)
      model[keyPath: storage].service = service
      return service
    } catch {
      fatalError("\(error)")
    }
  }
}

/// A property with which a model asks for a service.
@MainActor
protocol AskingProperty {
  static var service: String { get }
}

extension FromSession: AskingProperty {
  static var service: String { String(describing: Wanted.self) }
}
