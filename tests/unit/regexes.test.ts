import { afterEach, expect, test, vi } from 'vitest';
import { findSlowText } from '#tests/support/regexes/find-slow-text.ts';
import {
  readSourceRegexes,
  regexesOf,
  type SourceRegex,
} from '#tests/support/regexes/source-regexes.ts';

/** `npm run trials -- --regex N` sets how many texts each pattern gets, and makes them longer. */
const texts = Number(process.env.REGEX_TEXTS ?? 120);
const longest = process.env.REGEX_TEXTS ? 204_800 : 12_800;

// Much of it runs on a busy machine; what counts are ratios of times.
vi.setConfig({ testTimeout: process.env.REGEX_TEXTS ? 7_200_000 : 120_000 });

const BuiltIn = RegExp;
afterEach(() => {
  globalThis.RegExp = BuiltIn;
});

/** The patterns that a file makes with `new RegExp` while it is loaded. */
async function constructedBy(path: string): Promise<SourceRegex[]> {
  const made: SourceRegex[] = [];
  globalThis.RegExp = new Proxy(BuiltIn, {
    construct(target, args, newTarget) {
      const regex = Reflect.construct(target, args, newTarget) as RegExp;
      // Files that this one imports make some too.
      const [, , maker = ''] = new Error().stack?.split('\n') ?? [];
      if (maker.includes(`/${path}:`))
        made.push({ place: path, pattern: regex.source, flags: regex.flags });
      return regex;
    },
  });
  vi.resetModules();
  await import(/* @vite-ignore */ `../../${path}`);
  globalThis.RegExp = BuiltIn;
  return made;
}

const slowOnes = (regexes: readonly SourceRegex[], count = texts) =>
  regexes.flatMap((regex) => {
    const slow = findSlowText(regex, count, longest);
    return slow ? [{ ...regex, ...slow }] : [];
  });

test('no pattern in the source takes longer than its text grows', () => {
  const files = readSourceRegexes();
  const literals = files.flatMap((file) => file.literals);

  expect(literals.length).toBeGreaterThan(100);
  expect(slowOnes(literals).map((slow) => JSON.stringify(slow))).toEqual([]);
});

test('patterns made with RegExp are made while their file loads, and are as quick', async () => {
  const files = readSourceRegexes().filter(({ constructed }) => constructed > 0);
  const made: SourceRegex[] = [];
  for (const { path, constructed } of files) {
    const own = await constructedBy(path);
    expect(own.length, `${path} makes a pattern only when it is called`).toBeGreaterThanOrEqual(
      constructed,
    );
    made.push(...own);
  }

  expect(slowOnes(made)).toEqual([]);
});

test.each([
  ['quadratic', '<[^>]*>'],
  ['quadratic', '\\s+$'],
  ['quadratic', '\\s*\\n\\s*'],
  ['quadratic', '<(\\/?)([a-z][^\\s/>]*)((?:"[^"]*"|[^"<>])*)>'],
  ['cubic', 'a*b?a*b?a*c'],
  ['exponential', '^(\\w+\\s?)*$'],
])('finds a %s pattern: %s', (_, pattern) => {
  const { literals } = regexesOf('made-up.tsx', `const found = <p>{/${pattern}/.test(text)}</p>;`);

  expect(literals).toEqual([{ place: 'made-up.tsx:1', pattern, flags: '' }]);
  expect(slowOnes(literals, 400)).toHaveLength(1);
});
