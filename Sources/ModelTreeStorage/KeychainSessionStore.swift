#if canImport(Security)
  public import Foundation
  public import ModelTree
  import Security

  /// Keeps the session in the system's keychain, on this device alone.
  public final class KeychainSessionStore: SessionStore {
    private let item: [CFString: Any]

    /// Keeps sessions in a keychain item.
    ///
    /// - Parameters:
    ///   - service: the item's service, which is unique to the app; usually the bundle's identifier.
    ///   - account: the item's account, which is unique within the service.
    ///   - accessGroup: the group of apps that share it; nil for this app alone.
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
    /// - Returns: the archive, if there is an item.
    /// - Throws: `SessionArchiveError.keychain` where the keychain refuses, `.damaged` where the
    ///   item is not what `save` wrote; the next `save` replaces it.
    public func load() throws(SessionArchiveError) -> SessionArchive? {
      var query = item
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = found as? Data else {
        throw .keychain(status: status)
      }
      do {
        return try JSONDecoder().decode(SessionArchive.self, from: data)
      } catch {
        throw .damaged(place: "the keychain", reason: "it is not a whole session", setAside: nil)
      }
    }

    /// Writes the item; the one before is replaced in one step.
    ///
    /// - Throws: `SessionArchiveError.keychain` where the keychain refuses.
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
    /// - Throws: `SessionArchiveError.keychain` where the keychain refuses.
    public func clear() throws(SessionArchiveError) {
      let status = SecItemDelete(item as CFDictionary)
      if status != errSecSuccess, status != errSecItemNotFound { throw .keychain(status: status) }
    }
  }
#endif
