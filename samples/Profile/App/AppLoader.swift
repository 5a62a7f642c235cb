import ProfileModels

/// The loader of the app, which can be made slow, and made to fail.
@MainActor
struct AppLoader {
  let slow: SlowLoader
  let failing: FailingLoader

  /// The loader that the others are below.
  var top: any DataLoader { slow }

  /// Puts a loader below those that disturb it.
  init(_ base: any DataLoader, delay: Duration = .seconds(1)) {
    failing = FailingLoader(base)
    slow = SlowLoader(failing, delay: delay)
  }
}
