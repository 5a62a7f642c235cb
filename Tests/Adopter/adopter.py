"""Does what README and the articles say, in an app that depends on a version of the package, without a trait.

usage: adopter.py REPOSITORY COMMAND FOLDER

COMMAND is a built modeltree; FOLDER holds `model-tree`, a clone with the tag 0.1.0. The app is written
beside it.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
import time
import xml.etree.ElementTree

import yaml

repository, command, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:])
app = folder / "App"
# What the articles say to type, a person types: in CI, nothing writes a spec.
environment = {
    **{name: value for name, value in os.environ.items() if name != "CI"},
    "PATH": f"{command.parent}:{os.environ['PATH']}",
    "MODELTREE_DIR": str(folder / "apps"),
}

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

func modelTree(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "model-tree") }
}

let package = Package(
  name: "App",
  platforms: [.macOS(.v14)],
  dependencies: [.package(url: "file://FOLDER/model-tree", from: "0.1.0")],
  targets: [
    .target(name: "App", dependencies: modelTree("ModelTree", "ModelTreeStorage")),
    .executableTarget(
      name: "Library", dependencies: modelTree("ModelTree", "ModelTreeAgent", "TreeObjects")),
    .testTarget(
      name: "AppTests",
      dependencies: ["App"] + modelTree("ModelTree", "ModelTreeTesting", "TreeSnapshot"),
      exclude: ["Specs"]),
  ]
)
"""

# Starts the app of "Reach an app from outside".
MAIN = """\
@main enum Main {
  @MainActor static func main() async throws {
    let app = LibraryApp()
    try app.start()
    try await Task.sleep(for: .seconds(60))
    withExtendedLifetime(app) {}
  }
}
"""


def blocks(path, language):
    """The blocks of one language, which may stand in a list."""
    text = next(repository.glob(path)).read_text()
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```", text, re.M | re.S)
    return [textwrap.dedent(block) for _, block in found]


def article(name):
    return f"Sources/*/*/*.docc/{name}.md"


def write(path, parts):
    path = app / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts))


def files(path, into, leaving_out=()):
    """Writes the files that the article's blocks of Swift are: a block that begins with a name begins a file."""
    written = {}
    name = None
    for block in blocks(path, "swift"):
        if start := re.match(r"// (\w+\.swift)", block):
            name = start[1]
        if name and name not in leaving_out:
            written.setdefault(name, []).append(block)
    for name, parts in written.items():
        write(f"{into}/{name}", parts)


def run(script, status=0):
    """Runs lines of a shell as a reader would paste them."""
    words = ["bash", "-e", "-c", script]
    done = subprocess.run(
        words, cwd=app, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == status, f"status {done.returncode} of:\n{script}\n{done.stdout}{done.stderr}"
    return done.stdout


def write_app():
    write("Package.swift", [MANIFEST.replace("FOLDER", str(folder))])
    readme = blocks("README.md", "swift")
    write("Sources/App/App.swift", [next(one for one in readme if one.startswith("// App.swift"))])
    files(article("FollowAModelInSwiftUI"), "Sources/App", leaving_out=["BasketView.swift"])
    files(article("KeepASession"), "Sources/App")
    files(article("ReachAnAppFromOutside"), "Sources/Library", leaving_out=["Package.swift"])
    attach = textwrap.indent(next(one for one in readme if one.startswith("let agent")), "  ")
    write(
        "Sources/Library/Attach.swift",
        [
            "import ModelTreeAgent\nimport TreeObjects\n",
            f"@MainActor func attach(_ router: AnyObject) throws {{\n{attach}}}\n",
        ],
    )
    write("Sources/Library/Main.swift", [MAIN])
    for name in ["TestYourTree", "ExploreYourApp", "CheckInCI"]:
        files(article(name), "Tests/AppTests")
    # What the tests of the article have written once, and an author has read.
    kept = repository / "Tests/ModelTreeTestingTests/Articles/Specs"
    shutil.copytree(kept, app / "Tests/AppTests/Specs")


def uncaught_errors():
    """The findings of one rule in the report on all dumps."""
    (one_run,) = json.loads((app / "trees.sarif").read_text())["runs"]
    return [one for one in one_run["results"] if one["ruleId"] == "uncaught-error"]


def check_in_ci():
    """Sets the checks up as the article says, and runs the job's own steps twice: for a tree that is right, and
    for one that isn't."""
    run(blocks(article("CheckInCI"), "sh")[0])
    job = yaml.safe_load(blocks(article("CheckInCI"), "yaml")[0])["jobs"]["trees"]
    steps = {step["name"]: step["run"] for step in job["steps"] if "name" in step}
    assert list(steps) == ["Install modeltree", "Test", "Check", "Lint"], steps
    for name in ["Test", "Check", "Lint"]:
        run(steps[name])
    suites = xml.etree.ElementTree.parse(app / "trees.xml")
    assert suites.findall(".//testcase") and not suites.findall(".//failure")
    assert uncaught_errors() == []

    with (app / "specs/start.treespec").open("a") as spec:
        spec.write("error Network.Offline from PickerModel => handled\n")
    assert "::error" in run(steps["Check"], status=1)
    assert xml.etree.ElementTree.parse(app / "trees.xml").findall(".//failure")
    dump = json.loads((app / "dumps/start.json").read_text())
    raised = {"kind": "error", "domain": "Network", "code": "Offline"}
    dump["nodes"][-1]["raises"] = [raised]
    for name in ["start", "later"]:
        (app / f"dumps/{name}.json").write_text(json.dumps(dump))
    run(steps["Lint"])
    paths = [one["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] for one in uncaught_errors()]
    assert paths == ["/AppSession/MainFlow/PickerModel"] * 2, paths


def reach_from_outside():
    """Asks the running app from outside, as the article says."""
    run("swift build --product Library")
    place = run("swift build --show-bin-path").strip()
    library = subprocess.Popen(
        [f"{place}/Library"], cwd=app, env=environment, stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 30
        while "Library" not in run("modeltree apps"):
            assert time.monotonic() < deadline, "the app doesn't listen"
            time.sleep(0.2)
        commands = blocks(article("ReachAnAppFromOutside"), "sh")[0]
        assert "Library" in run(commands)
        assert json.loads((app / "library.json").read_text())["nodes"][0]["type"] == "Library"
    finally:
        library.kill()
        library.wait()


(folder / "apps").mkdir(mode=0o700)
write_app()
check_in_ci()
reach_from_outside()
