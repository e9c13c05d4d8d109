/** Header fields of a D-Bus message. */
export const busField = {
  path: 1,
  interface: 2,
  member: 3,
  error: 4,
  replyTo: 5,
  to: 6,
  from: 7,
  types: 8,
} as const;

export const busKind = { call: 1, answer: 2, error: 3, signal: 4 } as const;

const fixedSize = 16;
const noAnswerWanted = 1;

type BusValue = string | number | readonly string[];

export interface BusMessage {
  readonly kind: number;
  readonly isAnswerWanted: boolean;
  readonly serial: number;
  readonly fields: ReadonlyMap<number, BusValue>;
  /** Its body, to be read value by value. */
  readonly body: BusReader;
}

interface BusReader {
  number(): number;
  text(): string;
}

/** The first message in `bytes`, and its size in bytes; null if it is incomplete. */
export function readMessage(bytes: Buffer): { message: BusMessage; size: number } | null {
  if (bytes.length < fixedSize) return null;
  const end = fixedSize + bytes.readUInt32LE(12);
  const size = upTo(end, 8) + bytes.readUInt32LE(4);
  if (size > bytes.length) return null;
  const header = createReader(bytes, fixedSize);
  const fields = new Map<number, BusValue>();
  while (header.at() < end) {
    header.align(8);
    const name = header.byte();
    const type = header.types();
    const value = type === 'u' ? header.number() : type === 'g' ? header.types() : header.text();
    fields.set(name, value);
  }
  const message = {
    kind: bytes.readUInt8(1),
    isAnswerWanted: (bytes.readUInt8(2) & noAnswerWanted) === 0,
    serial: bytes.readUInt32LE(8),
    fields,
    body: createReader(bytes, upTo(end, 8)),
  };
  return { message, size };
}

function createReader(bytes: Buffer, start: number) {
  let at = start;
  /** Each is terminated by a zero. */
  const letters = (length: number) => {
    at += length + 1;
    return bytes.toString('utf8', at - length - 1, at - 1);
  };
  const byte = () => bytes.readUInt8(at++);
  const number = () => {
    at = upTo(at, 4) + 4;
    return bytes.readUInt32LE(at - 4);
  };
  return {
    at: () => at,
    align: (to: number) => {
      at = upTo(at, to);
    },
    byte,
    number,
    text: () => letters(number()),
    types: () => letters(byte()),
  };
}

let lastSerial = 0;

/** Encodes a message; `values` have `types`, each a string, a number or a list of strings. */
export function writeMessage(
  kind: number,
  fields: Readonly<Record<number, BusValue>>,
  types: string,
  values: readonly BusValue[],
): Buffer {
  const body = values.reduce<Buffer>(withValue, Buffer.alloc(0));
  const allFields = types === '' ? fields : { ...fields, [busField.types]: types };
  const header = Object.entries(allFields).reduce<Buffer>(
    (before, [name, value]) => withField(before, Number(name), value),
    Buffer.alloc(0),
  );
  const fixed = Buffer.from([0x6c, kind, noAnswerWanted, 1]);
  lastSerial += 1;
  const start = [fixed, ...[body.length, lastSerial, header.length].map(asNumber), header];
  return Buffer.concat([padded(Buffer.concat(start), 8), body]);
}

function withField(before: Buffer, name: number, value: BusValue): Buffer {
  const type = typeof value === 'number' ? 'u' : name === busField.types ? 'g' : 's';
  const named = [padded(before, 8), Buffer.from([name, 1]), Buffer.from(`${nameOf(type, name)}\0`)];
  if (type !== 'g') return withValue(Buffer.concat(named), value);
  return Buffer.concat([...named, Buffer.from([String(value).length]), Buffer.from(`${value}\0`)]);
}

/** A path is a string with its own type. */
function nameOf(type: string, name: number): string {
  return name === busField.path ? 'o' : type;
}

function withValue(before: Buffer, value: BusValue): Buffer {
  const aligned = padded(before, 4);
  if (typeof value === 'number') return Buffer.concat([aligned, asNumber(value)]);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([aligned, asNumber(text.length), text, Buffer.from([0])]);
  }
  const items = value.reduce<Buffer>(withValue, Buffer.alloc(0));
  return Buffer.concat([aligned, asNumber(items.length), items]);
}

function asNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function upTo(at: number, to: number): number {
  return Math.ceil(at / to) * to;
}

function padded(bytes: Buffer, to: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(upTo(bytes.length, to) - bytes.length)]);
}
