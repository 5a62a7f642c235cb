"""Reads traces with the protos that Perfetto and OpenTelemetry publish, and says what is in them.

    traces.py perfetto FILE...    traces.py otlp FILE...

Answers with a line of JSON for each file; ends with status 1 where one is not what its format asks for.
"""

import collections
import json
import sys


def perfetto(data):
    from google.protobuf import unknown_fields
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as protos

    def check_known(message):
        assert not len(unknown_fields.UnknownFieldSet(message)), "a field that the protos do not know"
        for field, value in message.ListFields():
            if field.message_type:
                for part in value if field.is_repeated else [value]:
                    check_known(part)

    trace = protos.Trace.FromString(data)
    tracks, parents, open_slices = {}, {}, collections.defaultdict(list)
    flows = collections.defaultdict(list)
    counts = collections.Counter()
    latest = 0
    for packet in trace.packet:
        check_known(packet)
        assert packet.trusted_packet_sequence_id
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            assert track.uuid not in tracks, "a track twice"
            if track.HasField("parent_uuid"):
                assert track.parent_uuid in tracks, "a track before its parent"
            tracks[track.uuid] = track.name
        if not packet.HasField("track_event"):
            continue
        event = packet.track_event
        assert event.track_uuid in tracks, "an event before its track"
        kind = event.Type.Name(event.type)
        counts[kind] += 1
        if kind != "TYPE_INSTANT":
            # Instants may lie within the message.
            assert packet.timestamp >= latest, "an event before the one before it"
            latest = packet.timestamp
        if kind == "TYPE_SLICE_BEGIN":
            open_slices[event.track_uuid].append(event.name)
        if kind == "TYPE_SLICE_END":
            open_slices[event.track_uuid].pop()
        for flow in list(event.flow_ids) + list(event.terminating_flow_ids):
            flows[flow].append([packet.timestamp, tracks[event.track_uuid]])
    for steps in flows.values():
        assert [step[0] for step in steps] == sorted(step[0] for step in steps), "an arrow back"
    return {
        "packets": len(trace.packet),
        "tracks": sorted(name for name in tracks.values() if name),
        "begins": counts["TYPE_SLICE_BEGIN"],
        "ends": counts["TYPE_SLICE_END"],
        "instants": counts["TYPE_INSTANT"],
        "open": sorted(name for names in open_slices.values() for name in names),
        "flows": [[step[1] for step in flows[flow]] for flow in sorted(flows)],
    }


def otlp(data):
    from google.protobuf import json_format
    from opentelemetry.proto.trace.v1 import trace_pb2 as protos

    written = json.loads(data)
    # The JSON of protocol buffers has ids in base64, that of OpenTelemetry in hexadecimal digits.
    raw = [
        span
        for resource in written["resourceSpans"]
        for scope in resource["scopeSpans"]
        for span in scope["spans"]
    ]
    for span in raw:
        for key, length in ("traceId", 32), ("spanId", 16), ("parentSpanId", 16):
            if key in span:
                assert len(span[key]) == length and set(span[key]) <= set("0123456789abcdef"), key
                assert int(span[key], 16), "an id of zeros"
                span[key] = __import__("base64").b64encode(bytes.fromhex(span[key])).decode()
    parsed = json_format.ParseDict(written, protos.TracesData())
    spans = [
        span for resource in parsed.resource_spans for scope in resource.scope_spans
        for span in scope.spans
    ]
    by_id = {span.span_id: span for span in spans}
    assert len(by_id) == len(spans), "an id twice"
    shown = []
    for span in spans:
        parent = by_id.get(span.parent_span_id)
        assert span.start_time_unix_nano <= span.end_time_unix_nano
        if parent:
            assert parent.trace_id == span.trace_id, "a parent in another trace"
        shown.append(
            {
                "name": span.name,
                "parent": parent.name if parent else None,
                "status": span.status.code,
                "events": [event.name for event in span.events],
                "attributes": sorted(attribute.key for attribute in span.attributes),
            })
    return {"spans": shown, "traces": len({span.trace_id for span in spans})}


for path in sys.argv[2:]:
    with open(path, "rb") as file:
        content = file.read()
    print(json.dumps({"perfetto": perfetto, "otlp": otlp}[sys.argv[1]](content)))
