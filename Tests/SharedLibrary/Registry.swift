import Foundation

/// A library's class whose threads change it behind a lock, like a server's.
public final class Registry: @unchecked Sendable {
  private let lock = NSLock()
  private var counts: [String: Int] = [:]
  private var lists: [Int: [String]] = [:]
  private var isEnding = false

  /// No entries.
  public init() {}

  /// Changes the dictionaries on threads of its own until `end()`.
  public func begin(threads: Int) {
    for thread in 0..<threads {
      Thread.detachNewThread { [self] in
        var count = 0
        while change(thread, count) { count += 1 }
      }
    }
  }

  /// Ends the threads.
  public func end() { lock.withLock { isEnding = true } }

  private func change(_ thread: Int, _ count: Int) -> Bool {
    lock.withLock {
      counts["thread \(thread), \(count % 100)"] = count
      lists[count % 100, default: []].append("\(count)")
      if count % 100 == 99 { (counts, lists) = ([:], [:]) }
      return !isEnding
    }
  }
}

/// A class to derive from, with something of its own.
open class LibraryScreen {
  /// Its contents.
  public let registry: Registry

  /// Holds a registry.
  public init(_ registry: Registry) { self.registry = registry }
}

extension Registry {
  /// A class within another.
  public final class Entry {
    /// Its label.
    public let name = "entry"

    /// An entry.
    public init() {}
  }
}

/// A generic class.
public final class Box<Content> {
  /// Its contents.
  public var content: Content

  /// Holds a value.
  public init(_ content: Content) { self.content = content }
}

/// A class with its own mirror.
open class SelfDescribing: CustomReflectable {
  /// Nothing but a secret.
  public init() {}

  /// Its mirror's contents.
  public var customMirror: Mirror { Mirror(self, children: ["secret": "of the library"]) }
}
