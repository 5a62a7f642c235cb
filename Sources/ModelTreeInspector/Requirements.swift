#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  #error("ModelTreeInspector needs a terminal; link ModelTreeAgent, and attach from one")
#elseif !Command
  #error("ModelTreeInspector needs the package's trait Command; remove 'traits: []'")
#endif
