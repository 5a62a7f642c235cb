#if Command
  import TreeConsole

  ModelTreeCommand.main()
#else
  import Foundation

  let advice = """
    modeltree: built without its trait; depend on model-tree with 'traits: ["Command"]', or build it \
    in a clone

    """
  FileHandle.standardError.write(Data(advice.utf8))
  exit(2)
#endif
