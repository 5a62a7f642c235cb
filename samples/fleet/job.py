"""Answers the questions of queries.sql about dumps and journals on as many machines as Spark has.

    spark-submit samples/fleet/job.py fleet out --modeltree .build/release/modeltree

Writes a Parquet table of each kind of rows into the folder OUT, and prints each answer as a line of JSON.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import tempfile

from pyspark import SparkFiles
from pyspark.sql import SparkSession, functions

KEY = "build-(?<build>[0-9]+)/(?<app>[^/]+)/(?<screen>[^/]+)-(?<run>[0-9]+)[.]"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fleet", help="the folder of dumps and journals; any that Spark reads")
    parser.add_argument("out", help="the folder for tables; any that Spark writes")
    parser.add_argument("--modeltree", default="modeltree", help="the command; a path is handed to each machine")
    parser.add_argument("--key", default=KEY, help="what of a path becomes columns")
    parser.add_argument("--partition-by", default="build,app", help="columns of the key")
    parser.add_argument("--partition-megabytes", type=int, default=32)
    parser.add_argument("--largest-megabytes", type=int, default=512, help="of one file")
    parser.add_argument("--seconds", type=int, default=600, help="for the files of one partition")
    parser.add_argument("--memory-megabytes", type=int, default=4096, help="for the command")
    return parser.parse_args()


def lost(name, reason):
    """The row of a dump that the command could not even refuse."""
    return "dumps", json.dumps({"dump": name, "error": reason})


class Exporter:
    """Runs the command on the files of a partition; made on the driver, used on every machine."""

    def __init__(self, options):
        self.command = options.modeltree
        self.seconds = options.seconds
        self.memory = options.memory_megabytes << 20

    def rows(self, files):
        """The rows of files that are given as (name, bytes): pairs of a table and a line."""
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for name, content in files:
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(content)
                names.append(name)
            yield from self.export(folder, sorted(names))

    def export(self, folder, names):
        """The command's rows of a folder; where it does not live through the files, those of each half."""
        if not names:
            return
        # What is a path on the driver came with the job.
        command = SparkFiles.get(os.path.basename(self.command)) if "/" in self.command else self.command
        limit = (self.memory, self.memory)
        with tempfile.TemporaryDirectory() as out:
            words = [command, "export", "-o", out, "--", *sorted(os.listdir(folder))]
            try:
                status = subprocess.run(
                    words, cwd=folder, stderr=subprocess.DEVNULL, timeout=self.seconds,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit)).returncode
                reason = f"modeltree ended with status {status}"
            except subprocess.TimeoutExpired:
                status, reason = None, f"modeltree took more than {self.seconds} s"
            if status in (0, 2):
                for file in sorted(os.listdir(out)):
                    with open(os.path.join(out, file), encoding="utf-8", newline="\n") as lines:
                        for line in lines:
                            yield file.split(".")[0], line
                return
        if len(names) == 1:
            yield lost(names[0], reason)
            return
        middle = len(names) // 2
        for half in names[:middle], names[middle:]:
            with tempfile.TemporaryDirectory() as other:
                for name in half:
                    os.makedirs(os.path.join(other, os.path.dirname(name)), exist_ok=True)
                    os.rename(os.path.join(folder, name), os.path.join(other, name))
                yield from self.export(other, half)


def read(spark, options):
    """The rows of all files, with the names of their tables."""
    exporter, largest = Exporter(options), options.largest_megabytes << 20
    root = re.sub("^file:/*", "/", options.fleet).rstrip("/")
    root = root if "://" in root else os.path.abspath(root)
    within = lambda path: path[path.index(root) + len(root) + 1:]
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true") \
        .option("pathGlobFilter", "*.{json,journal}").load(options.fleet)
    small = files.where(files.length <= largest).select("path", "content").rdd
    large = files.where(files.length > largest).select("path").rdd
    pairs = small.mapPartitions(
        lambda part: exporter.rows((within(file.path), bytes(file.content)) for file in part))
    refused = large.map(
        lambda file: lost(within(file.path), f"it is larger than {largest} bytes"))
    return pairs.union(refused).toDF("table string, line string")


def statements():
    """The statements of queries.sql."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "queries.sql")
    with open(path, encoding="utf-8") as file:
        lines = (line for line in file if not line.startswith("--"))
        return "".join(lines).split(";")


def schemas():
    """The columns of each table, as queries.sql defines them for DuckDB, in Spark's words."""
    tables = re.findall(r"CREATE TABLE (\w+) AS .*?\{(.*?)\}", "".join(statements()), re.DOTALL)
    return {table: re.sub(r"\"?(\w+)\"?: '(\w+)'", r"`\1` \2", columns).replace("VARCHAR", "STRING")
            for table, columns in tables}


def questions():
    """Those statements that ask."""
    return [text for text in statements() if text.split()[:1] in (["SELECT"], ["WITH"])]


def main():
    options = arguments()
    # Dumps are small: what opening a file costs is no reason for a partition of its own.
    spark = SparkSession.builder.appName("fleet") \
        .config("spark.sql.files.maxPartitionBytes", options.partition_megabytes << 20) \
        .config("spark.sql.files.openCostInBytes", 4096).getOrCreate()
    if "/" in options.modeltree:
        spark.sparkContext.addFile(os.path.abspath(options.modeltree))
    rows = read(spark, options).persist()
    parts = [functions.regexp_extract("dump", options.key, index).alias(name)
             for index, name in enumerate(re.findall(r"\(\?<(\w+)>", options.key), 1)]
    for table, schema in schemas().items():
        place = f"{options.out}/{table}"
        line = functions.from_json("line", schema, {"mode": "FAILFAST"})
        keyed = rows.where(rows.table == table).select(line.alias("row")).select("row.*").select("*", *parts)
        keyed.write.mode("overwrite").partitionBy(*options.partition_by.split(",")).parquet(place)
        spark.read.schema(keyed.schema).parquet(place).createOrReplaceTempView(table)
    for number, text in enumerate(questions(), 1):
        answer = [row.asDict() for row in spark.sql(text).collect()]
        print(json.dumps({"question": number, "answer": answer}))
    spark.stop()


if __name__ == "__main__":
    main()
