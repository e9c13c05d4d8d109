import { beforeAll, expect, test } from 'vitest';
import type { StudioCall } from '#contract/studio-call.ts';
import { type StudioCallName, studioCalls } from '#contract/studio-calls.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';
import { columnNames, wholeDatabase } from '#tests/support/whole-database.ts';

/**
 * Every right request of the studio's calls, with more than it needs: the name of each column that
 * there is, in each of its objects. It does what it does without, and nothing of the more is kept.
 */

const names = Object.keys(studioCalls) as StudioCallName[];
/** Found wherever it is written. */
const canary = 'canary-4b1d';
/** Its own names are anything. */
const records = new Set(['startImport.categories']);

let world: StudioWorld;
let more: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await openStudioWorld();
  const columns = await columnNames(world.services);
  const others = ['role', 'isAdmin', '_id', 'constructor', 'prototype', 'toString'];
  more = Object.fromEntries([...columns, ...others].map((name) => [name, canary]));
});

/** The same with more in each object; `__proto__` as only JSON can say it. */
function withMore(value: unknown, at: string): unknown {
  if (Array.isArray(value)) return value.map((each, place) => withMore(each, `${at}.${place}`));
  if (typeof value !== 'object' || value === null || records.has(at)) return value;
  const own = Object.entries(value).map(([key, part]) => [key, withMore(part, `${at}.${key}`)]);
  return { ...more, PROTO: { [canary]: canary }, ...Object.fromEntries(own) };
}

async function sendWithMore(name: StudioCallName): Promise<Response> {
  const { method, hasBytes }: StudioCall = studioCalls[name];
  const { body, query, ...parts } = await world.right[name]();
  const takesBody = method !== 'GET' && !hasBytes;
  const text = JSON.stringify(withMore(body ?? {}, name)).replaceAll('"PROTO"', '"__proto__"');
  return world.send(name, {
    ...parts,
    query: { ...more, ...query },
    ...(takesBody && { text }),
  });
}

test('does the same, and nothing of what was not asked for is written', async () => {
  const outcomes: Record<string, string> = {};

  for (const name of names) {
    const response = await sendWithMore(name);
    const text = await response.text();
    outcomes[name] = response.ok ? 'done' : `${response.status} ${text}`;
    expect([name, text.includes(canary)]).toEqual([name, false]);
  }

  expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'done'])));
  for (const [table, rows] of Object.entries(await wholeDatabase(world.services))) {
    expect([table, JSON.stringify(rows).includes(canary)]).toEqual([table, false]);
  }
  expect(Reflect.get({}, canary)).toBeUndefined();
});
