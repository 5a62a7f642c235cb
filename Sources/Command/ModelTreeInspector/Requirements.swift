#if !os(macOS) && !os(Linux)
  #error("ModelTreeInspector needs a terminal; link ModelTreeAgent, and attach from one")
#elseif !Command
  #error("add traits: [\"Command\"] to the dependency on model-tree in Package.swift")
#endif
