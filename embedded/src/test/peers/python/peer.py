"""Confluent's Python client against our broker and registry; one request as JSON on stdin, one answer on stdout.

{"do": "register", "registry", "subject", "schema"}                     -> {"id"}
{"do": "produce", "bootstrap", "registry", "topic", "codec", "schema", "records": [{"key", "value"}]}
                                                                        -> {"partitions": []}
{"do": "consume", "bootstrap", "registry", "topic", "count"}            -> {"records": [{"key", "value"}]}
{"do": "partitions", "bootstrap", "topic", "keys": [], "partitioner"}    -> {"partitions": []}
"""

import json
import sys
import time

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.schema_registry import Schema, SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext


def registry(ask):
    return SchemaRegistryClient({"url": ask["registry"]})


def register(ask):
    return {"id": registry(ask).register_schema(ask["subject"], Schema(ask["schema"], "AVRO"))}


def send(ask, records, settings):
    producer = Producer({"bootstrap.servers": ask["bootstrap"], "partitioner": "murmur2_random", **settings})
    delivered = {}

    def report(position):
        def on_delivery(error, message):
            if error is not None:
                raise RuntimeError(f"record {position} was not delivered: {error}")
            delivered[position] = message.partition()

        return on_delivery

    for position, (key, value) in enumerate(records):
        producer.produce(ask["topic"], key=key, value=value, on_delivery=report(position))
    producer.flush(30)
    return {"partitions": [delivered[position] for position in range(len(records))]}


def produce(ask):
    serializer = AvroSerializer(registry(ask), ask["schema"])
    context = SerializationContext(ask["topic"], MessageField.VALUE)
    records = [(record["key"].encode(), serializer(record["value"], context)) for record in ask["records"]]
    return send(ask, records, {"compression.type": ask["codec"], "linger.ms": 50})


def partitions(ask):
    return send(ask, [(key.encode(), b"") for key in ask["keys"]], {"partitioner": ask["partitioner"]})


def consume(ask):
    deserializer = AvroDeserializer(registry(ask))
    consumer = Consumer({
        "bootstrap.servers": ask["bootstrap"],
        "group.id": "unused",
        "enable.auto.commit": False,
        "isolation.level": "read_committed",
    })
    topic = consumer.list_topics(ask["topic"], timeout=30).topics[ask["topic"]]
    consumer.assign([TopicPartition(ask["topic"], partition, 0) for partition in topic.partitions])
    records = []
    deadline = time.monotonic() + 60
    while len(records) < ask["count"]:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{len(records)} of {ask['count']} records came within 60 s")
        message = consumer.poll(1.0)
        if message is None:
            continue
        if message.error():
            raise RuntimeError(message.error())
        context = SerializationContext(ask["topic"], MessageField.VALUE)
        records.append({"key": message.key().decode(), "value": deserializer(message.value(), context)})
    consumer.close()
    return {"records": records}


def main():
    ask = json.load(sys.stdin)
    answer = {"register": register, "produce": produce, "partitions": partitions, "consume": consume}[ask["do"]](ask)
    json.dump(answer, sys.stdout)


main()
