import { beforeAll, expect, test } from 'vitest';
import { type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { canaries, canary, foundCanaries, withMore } from '#tests/support/canaries.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';

/**
 * Sends every valid request of the studio's calls with the name of each database column added to each of its
 * objects: the call has the same effect, and none of the extra is stored.
 */

const names = Object.keys(studioCalls) as StudioCallName[];

/** Records of an import, by the words of its file. */
const importRecords = ['categories', 'vendors', 'tags', 'currencies'];

let world: StudioWorld;
let more: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await openStudioWorld();
  more = await canaries(world.services);
});

async function sendWithMore(name: StudioCallName): Promise<Response> {
  const { method, bodyType }: Call = studioCalls[name];
  const { body, query, ...parts } = await world.right[name]();
  const isJson = method !== 'GET' && bodyType !== 'bytes';
  // A column's name that an export takes too, if it has no days.
  const { month = '', ...columns } = more;
  const extra = name === 'exportTable' ? columns : { ...columns, month };
  const text = () => withMore((body ?? {}) as object, more, importRecords);
  return world.send(name, {
    ...parts,
    query: { ...extra, ...query },
    ...(isJson ? { text: text() } : { body }),
  });
}

test('extra fields change nothing and are not stored', async () => {
  const outcomes: Record<string, string> = {};

  for (const name of names) {
    const response = await sendWithMore(name);
    const text = await response.text();
    outcomes[name] = response.ok ? 'done' : `${response.status} ${text}`;
    expect([name, text.includes(canary)]).toEqual([name, false]);
  }

  expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'done'])));
  expect(await foundCanaries(world.services)).toEqual([]);
});
