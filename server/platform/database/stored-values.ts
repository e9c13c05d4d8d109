import type { StoredAs } from '#contract/studio/record-field.ts';
import { fromWire, toWire } from '#contract/wire/money.ts';

/** How values are stored in columns of text and whole numbers, and read again. */
interface Codec<Value, Column> {
  readonly read: (column: Column) => Value;
  readonly write: (value: Value) => Column;
}

const plain: Codec<string, string> = { read: (text) => text, write: (text) => text };
const cents: Codec<number, number> = { read: toWire, write: fromWire };
const flag: Codec<boolean, number> = { read: (is) => is === 1, write: (is) => (is ? 1 : 0) };
const json: Codec<unknown, string> = { read: (text) => JSON.parse(text), write: JSON.stringify };

const codecs = { plain, cents, flag, json } satisfies Record<StoredAs, unknown>;

export function readStored(column: unknown, as: StoredAs): unknown {
  // What is stored as something was written as that.
  return codecs[as].read(column as never);
}

export function writeStored(value: unknown, as: StoredAs): string | number {
  return codecs[as].write(value as never);
}
