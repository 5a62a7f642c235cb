#if canImport(Security)
  public import Foundation
  public import ModelTree
  import Security

  /// A session store in the system's keychain, on this device only.
  public final class KeychainSessionStore: SessionStore {
    private let item: [CFString: Any]

    /// Creates a store in a keychain item.
    ///
    /// - Parameters:
    ///   - service: the item's service, unique to the app; usually the bundle identifier.
    ///   - account: the item's account, unique within the service.
    ///   - accessGroup: the group of apps that share the item; nil for this app only.
    public init(service: String, account: String = "session", accessGroup: String? = nil) {
      var item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: service,
        kSecAttrAccount: account,
        kSecUseDataProtectionKeychain: true,
      ]
      if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
      self.item = item
    }

    /// Reads the item.
    ///
    /// - Returns: the archive, or nil if there is no item.
    /// - Throws: `SessionArchiveError.keychain` if the keychain returns an error; `.damaged` if the
    ///   item isn't what `save` wrote. The next `save` replaces a damaged item.
    public func load() throws(SessionArchiveError) -> SessionArchive? {
      var query = item
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = result as? Data else {
        throw .keychain(status: status)
      }
      do {
        return try JSONDecoder().decode(SessionArchive.self, from: data)
      } catch {
        throw .damaged(place: "the keychain", reason: "it isn't a complete session", setAside: nil)
      }
    }

    /// Writes the item, and replaces the previous one in one step.
    ///
    /// - Throws: `SessionArchiveError.keychain` if the keychain returns an error.
    public func save(_ archive: SessionArchive) throws(SessionArchiveError) {
      guard let data = try? JSONEncoder().encode(archive) else {
        throw .content(session: "the session", reason: "it cannot be written as JSON")
      }
      let change: [CFString: Any] = [kSecValueData: data]
      var status = SecItemUpdate(item as CFDictionary, change as CFDictionary)
      if status == errSecItemNotFound {
        var new = item
        new[kSecValueData] = data
        new[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        status = SecItemAdd(new as CFDictionary, nil)
      }
      if status != errSecSuccess { throw .keychain(status: status) }
    }

    /// Removes the item.
    ///
    /// - Throws: `SessionArchiveError.keychain` if the keychain returns an error.
    public func clear() throws(SessionArchiveError) {
      let status = SecItemDelete(item as CFDictionary)
      if status != errSecSuccess, status != errSecItemNotFound { throw .keychain(status: status) }
    }
  }
#endif
