"""Reads the files for CI as their services do, and runs what they say.

usage: ci.py REPOSITORY COMMAND FOLDER

FOLDER holds `dumps` and `specs`. Prints one JSON object: for each service, the status of its check and the
first line of the answer.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

repository, command, folder = (pathlib.Path(word) for word in sys.argv[1:])


def run(words, **more):
    environment = {**os.environ, **more}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    return {"status": done.returncode, "answer": (done.stdout + done.stderr).split("\n")[0]}


def github():
    """A step of a composite action: its inputs are put into its variables."""
    place = repository / ".github/actions/modeltree"
    action = yaml.safe_load((place / "action.yml").read_text())
    assert action["runs"]["using"] == "composite" and action["name"] and action["description"]
    inputs = {name: one["default"] for name, one in action["inputs"].items()}
    assert all(one["description"] for one in action["inputs"].values())
    inputs.update(command=str(command), junit="trees.xml")
    (step,) = action["runs"]["steps"]
    used = set()

    def value(text):
        def put(match):
            used.add(match[1])
            return inputs[match[1]]

        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", put, text)

    assert value(step["working-directory"]) == "."
    variables = {name: value(text) for name, text in step["env"].items()}
    assert used == set(inputs), used ^ set(inputs)
    # Inputs never become a part of the script.
    assert "${{" not in step["run"]
    return run(["bash", "-e", "-c", step["run"]], GITHUB_ACTION_PATH=str(place), **variables)


def gitlab():
    """A job that extends the template."""
    job = yaml.safe_load((repository / ".gitlab/modeltree.yml").read_text())[".modeltree"]
    assert job["artifacts"]["reports"]["junit"] == "modeltree.xml"
    variables = {**job["variables"], "MODELTREE_COMMAND": str(command)}
    found = run(["bash", "-e", "-c", "\n".join(job["script"])], **variables)
    assert (folder / "modeltree.xml").exists()
    return found


def pre_commit():
    """The hook, in a repository that names it."""
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "add", "dumps", "specs"], cwd=folder, check=True)
    place = folder / "bin"
    place.mkdir()
    (place / "modeltree").symlink_to(command)
    (hook,) = yaml.safe_load((repository / ".pre-commit-hooks.yaml").read_text())
    settings = {"repos": [{"repo": "local", "hooks": [hook]}]}
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(settings))
    return run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose"],
        PATH=f"{place}:{os.environ['PATH']}",
        PRE_COMMIT_HOME=str(folder / "cache"),
    )


def article():
    """The examples in the article are YAML, and name what is there."""
    text = (repository / "Sources/Command/TreeConsole/TreeConsole.docc/CheckInCI.md").read_text()
    blocks = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", text, re.S)]
    uses = [step["uses"] for block in blocks if isinstance(block, list) for step in block if "uses" in step]
    actions = [one.split("/", 2)[2].split("@")[0] for one in uses if "model-tree" in one]
    assert actions and all((repository / one / "action.yml").exists() for one in actions), uses
    files = [include["file"] for block in blocks if "include" in block for include in block["include"]]
    assert files and all((repository / one.lstrip("/")).exists() for one in files), files
    return {"status": 0, "answer": str(len(blocks))}


print(json.dumps({check.__name__: check() for check in (github, gitlab, pre_commit, article)}))
