"""Finds the defects of a fleet with an engine: a loop over commands, DuckDB, or Spark in its local mode or
on a cluster of a master and two workers, processes of their own on this machine.

    python engines.py shell|duckdb|spark|cluster FLEET MODELTREE WORK

Prints each defect as a line of JSON; DuckDB and Spark leave their answers in WORK/ENGINE.ndjson.
"""

import collections
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

samples = Path(__file__).resolve().parents[2] / "fleet"
sys.path.insert(0, str(samples))
os.environ["PYSPARK_PYTHON"] = sys.executable


def run(*words, cwd, statuses=(0,), input=None):
    done = subprocess.run(words, cwd=cwd, input=input, text=True, stdout=subprocess.PIPE)
    if done.returncode not in statuses:
        sys.exit(f"{' '.join(words)}: status {done.returncode}")
    return done.stdout


def build(path):
    return int(re.search("build-([0-9]+)", path)[1])


def shell(fleet, modeltree, work):
    """The answers of questions 3, 5, 6 and 7, from one command after the other."""
    since = collections.defaultdict(lambda: 1 << 30)

    def note(question, path, *words):
        key = (question, path.split("/")[-2], *words)
        since[key] = min(since[key], build(path))

    for file in sorted(Path(fleet).glob("build-*/*/*")):
        path = str(file.relative_to(fleet))
        if path in unreadable:
            continue
        if path.endswith(".journal"):
            types, gone = {}, set()
            for line in run(modeltree, "journal", path, "--json", cwd=fleet).splitlines():
                record = json.loads(line)
                model = record.get("tree", 1), record.get("node")
                message = [record.get("message", {}).get(key) for key in ("domain", "code")]
                if record["what"] == "attached":
                    types[model] = record["type"]
                elif record["what"] == "detached":
                    gone.add(model)
                elif record["what"] == "raised" and model in gone:
                    note(3, path, types[model], *message)
                elif record["what"] == "uncaught":
                    note(6, path, types[model], *message)
        else:
            lint = json.loads(run(modeltree, "lint", path, "--json", cwd=fleet, statuses=(0, 1)))
            for finding in lint["findings"]:
                model = re.sub(r"\[[^]]*\]$", "", finding["path"].split("/")[-1])
                message = finding.get("message", {})
                note(5, path, finding["rule"], model, message.get("domain"), message.get("code"))
            dump = json.loads(run(modeltree, "print", path, "--json", cwd=fleet))
            models = collections.Counter(
                (node["parent"], node["type"], node.get("label")) for node in dump["nodes"][1:])
            for (_, model, _), count in models.items():
                if count > 1:
                    note(7, path, model)
    first = min(build(name) for name in os.listdir(fleet))
    names = {
        3: ["app", "type", "domain", "code"], 5: ["app", "rule", "type", "domain", "code"],
        6: ["app", "type", "domain", "code"], 7: ["app", "type"]}
    answers = {question: [] for question in names}
    for (question, *words), number in since.items():
        if question != 5 or number > first:
            answers[question].append({"since": number, **dict(zip(names[question], words))})
    return answers


def duckdb(fleet, modeltree, work):
    import duckdb as engine
    run(modeltree, "export", *sorted(os.listdir(fleet)), "-o", f"{work}/rows", cwd=fleet, statuses=(0, 2))
    os.chdir(work)
    connection = engine.connect("fleet.db")
    # It goes to standard output.
    connection.execute("SET enable_progress_bar = false")
    lines = (samples / "queries.sql").read_text(encoding="utf-8").splitlines()
    answers = {}
    for statement in "\n".join(line for line in lines if not line.startswith("--")).split(";"):
        if not statement.strip():
            continue
        result = connection.execute(statement)
        if statement.split()[0] in ("SELECT", "WITH"):
            columns = [column[0] for column in result.description]
            answers[len(answers) + 1] = [dict(zip(columns, row)) for row in result.fetchall()]
    routes = connection.execute("SELECT count(*) FROM routes").fetchone()
    if connection.execute("SELECT count(*) FROM 'routes.parquet'").fetchone() != routes:
        sys.exit("routes.parquet does not have all routes")
    return answers


def spark(fleet, modeltree, work, master="local[2]"):
    os.environ["PYSPARK_SUBMIT_ARGS"] = (
        f"--master {master} --executor-memory 512m --conf spark.ui.enabled=false "
        "--conf spark.sql.shuffle.partitions=2 pyspark-shell")
    lines = run(
        sys.executable, str(samples / "job.py"), fleet, f"{work}/out", "--modeltree", modeltree,
        cwd=work).splitlines()
    return {each["question"]: each["answer"] for each in map(json.loads, lines)}


def cluster(fleet, modeltree, work):
    """The same where each worker has a folder of its own, to which the command is handed."""
    import pyspark
    home = os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", SPARK_DAEMON_MEMORY="256m")
    daemons = []

    def start(name, *words):
        log = open(f"{work}/{name}.log", "w+", encoding="utf-8")
        command = [f"{home}/bin/spark-class", f"org.apache.spark.deploy.{words[0]}"]
        daemons.append(subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--webui-port", "0", *words[1:]], stdout=log, stderr=log))
        return log

    def wait(log, pattern, count=1):
        for _ in range(1200):
            log.seek(0)
            found = re.findall(pattern, log.read())
            if len(found) >= count:
                return found[0]
            time.sleep(0.1)
        sys.exit(f"{log.name} has no {pattern}")

    try:
        log = start("master", "master.Master", "--port", "0")
        master = wait(log, r"spark://127\.0\.0\.1:[0-9]+")
        for number in range(2):
            start(
                f"worker{number}", "worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir",
                f"{work}/worker{number}", master)
        wait(log, "Registering worker", 2)
        answers = spark(fleet, modeltree, work, master)
    finally:
        for daemon in daemons:
            daemon.terminate()
            daemon.wait()
    handed = list(Path(work).glob(f"worker*/*/*/{os.path.basename(modeltree)}"))
    if len(handed) != 2:
        sys.exit(f"the command was handed to {len(handed)} of 2 workers")
    return answers


def defects(answers, first):
    for question, evidence in ((3, "leaked"), (5, None), (6, "uncaught"), (7, "twice")):
        for row in answers[question]:
            if question in (6, 7) and row["since"] == first:
                continue
            defect = {
                "app": row["app"], "build": str(row["since"]), "evidence": evidence or row["rule"],
                "type": row["type"]}
            if row.get("domain"):
                defect["message"] = f"{row['domain']}.{row['code']}"
            yield json.dumps(defect, sort_keys=True, separators=(",", ":"))


name, fleet, modeltree, work = sys.argv[1:2] + [os.path.abspath(path) for path in sys.argv[2:]]
unreadable = {"build-1180/Cars/broken-98.json", "build-1180/Cars/crash-99.json"}
engine = {"shell": shell, "duckdb": duckdb, "spark": spark, "cluster": cluster}[name]
answers = engine(fleet, modeltree, work)
with open(os.path.join(work, f"{name}.ndjson"), "w", encoding="utf-8") as file:
    for question in sorted(answers):
        file.write(json.dumps({"question": question, "answer": answers[question]}) + "\n")
print("\n".join(sorted(defects(answers, min(build(each) for each in os.listdir(fleet))))))
