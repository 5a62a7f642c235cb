import SampleApps

extension ChatApp: FleetApp {
  var screenName: String {
    switch controller.presented {
    case is ActionSheetView: "choices"
    case is DetailsView: "details"
    default: "conversation"
    }
  }

  static var defects: [Defect<ChatApp>] {
    [
      // The newest message is shown twice.
      Defect([.init("twice", at: "MessageView")]) {
        { app in
          let cells = app.controller.list.cells
          guard let last = cells.last, cells.dropLast().last?.name != last.name else { return }
          app.controller.list.cells.append(MessageView(last.viewModel))
        }
      }
    ]
  }
}
