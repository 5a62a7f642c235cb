// App.swift
import ModelTree

enum Network {
  struct BadToken: ErrorMessage {}
  struct Offline: ErrorMessage {}
}

final class AppSession: Session {
  @Child({ MainFlow(parent: $0) }) var flow
  override func sessionDidLoad() { register(for: Network.BadToken.self) }
}

final class MainFlow: Model { @Child({ PickerModel(parent: $0) }) var picker }
final class PickerModel: Model { func load() { raise(Network.Offline()) } }
