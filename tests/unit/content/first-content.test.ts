import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstContent } from '#server/platform/content/first-content.ts';

/** Shorter ones may be a label of the shop's own by chance. */
const shortest = 21;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= shortest ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const sources = ['contract', 'src', 'sw', 'server', 'studio'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|html|svg)$/.test(name) && !name.endsWith('first-content.ts'))
    .map((name) => ({ name: join(room, name), text: readFileSync(join(room, name), 'utf8') })),
);

test('no text that the studio can change is anywhere else in the source', () => {
  const flat = sources.map(({ name, text }) => ({ name, text: text.replace(/\s+/g, ' ') }));
  const texts = textsIn(firstContent);

  const found = flat.flatMap(({ name, text }) =>
    texts.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`),
  );

  expect(texts.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
