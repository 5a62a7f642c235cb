#if !os(macOS) && !os(Linux)
  #error("ModelTreeInspector needs a terminal; link ModelTreeAgent, and attach from one")
#elseif !Command
  #error("ModelTreeInspector needs the package's trait Command; remove 'traits: []'")
#endif
