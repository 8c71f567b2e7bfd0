'use strict';

// Confluent's JavaScript schema registry client and kafkajs against our broker and registry. Requests and answers as in
// ../python/peer.py, but longs are strings, and the partitioner is always the one that Java has.

const { SchemaRegistryClient, SerdeType, AvroSerializer, AvroDeserializer } = require('@confluentinc/schemaregistry');
const { Kafka, CompressionTypes, Partitioners, logLevel } = require('kafkajs');
const avro = require('avsc');

// JavaScript numbers hold 53 bits and Avro's longs 64: without this, times in nanoseconds are refused.
const long = avro.types.LongType.__with({
  fromBuffer: (buffer) => buffer.readBigInt64LE(),
  toBuffer: (value) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigInt64LE(BigInt(value));
    return buffer;
  },
  fromJSON: BigInt,
  toJSON: String,
  isValid: (value) => typeof value === 'bigint' || Number.isSafeInteger(value) || /^-?\d+$/.test(value),
  compare: (a, b) => (BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0),
});
const conf = () => ({ registry: { long } });

const registry = (ask) => new SchemaRegistryClient({ baseURLs: [ask.registry] });
const kafka = (ask) => new Kafka({ brokers: [ask.bootstrap], clientId: 'peer', logLevel: logLevel.NOTHING });

async function register(ask) {
  return { id: await registry(ask).register(ask.subject, { schemaType: 'AVRO', schema: ask.schema }) };
}

async function send(ask, messages, compression) {
  const producer = kafka(ask).producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  const partitions = [];
  for (const message of messages) {
    const [sent] = await producer.send({ topic: ask.topic, messages: [message], compression, acks: -1 });
    partitions.push(sent.partition);
  }
  await producer.disconnect();
  return { partitions };
}

async function produce(ask) {
  const client = registry(ask);
  await client.register(`${ask.topic}-value`, { schemaType: 'AVRO', schema: ask.schema });
  const serializer = new AvroSerializer(client, SerdeType.VALUE, { useLatestVersion: true, ...conf() });
  const messages = [];
  for (const { key, value } of ask.records) {
    messages.push({ key, value: await serializer.serialize(ask.topic, value) });
  }
  return send(ask, messages, ask.codec === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None);
}

async function consume(ask) {
  const deserializer = new AvroDeserializer(registry(ask), SerdeType.VALUE, conf());
  const consumer = kafka(ask).consumer({ groupId: `peer-${process.pid}` });
  await consumer.connect();
  await consumer.subscribe({ topic: ask.topic, fromBeginning: true });
  const records = [];
  await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${records.length} of ${ask.count} records came within 60 s`)), 60000).unref();
    consumer
      .run({
        eachMessage: async ({ message }) => {
          const value = await deserializer.deserialize(ask.topic, message.value);
          records.push({ key: message.key.toString(), value });
          if (records.length === ask.count) {
            resolve();
          }
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return { records };
}

const partitions = (ask) => send(ask, ask.keys.map((key) => ({ key, value: '' })), CompressionTypes.None);

async function main() {
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk;
  }
  const ask = JSON.parse(text);
  const answer = await { register, produce, consume, partitions }[ask.do](ask);
  process.stdout.write(JSON.stringify(answer, (key, value) => (typeof value === 'bigint' ? value.toString() : value)));
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
