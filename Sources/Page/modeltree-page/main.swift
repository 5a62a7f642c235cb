import Foundation

#if Command
  import TreePage

  exit(await ModelTreePage.run(Array(CommandLine.arguments.dropFirst())))
#else
  let advice =
    "modeltree-page: built without its trait; depend on model-tree with 'traits: [\"Command\"]'\n"
  FileHandle.standardError.write(Data(advice.utf8))
  exit(2)
#endif
