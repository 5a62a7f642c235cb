// swift-tools-version: 6.0
import PackageDescription

// `swift package modeltree`, in a package of its own: a binary target of the package that apps depend on
// would be downloaded by all of them. tools/release copies this and fills in the released bundle.
let package = Package(
  name: "model-tree-plugin",
  products: [
    .plugin(name: "ModelTree", targets: ["ModelTree"])
  ],
  targets: [
    .binaryTarget(name: "modeltree", path: "modeltree.artifactbundle"),
    .plugin(
      name: "ModelTree",
      capability: .command(
        intent: .custom(
          verb: "modeltree",
          description: "Inspect a tree of models; for the commands: swift package modeltree help"
        )),
      dependencies: ["modeltree"]),
  ]
)
