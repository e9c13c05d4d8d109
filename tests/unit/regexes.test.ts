import { analyse } from 'scslre';
import { afterEach, expect, test, vi } from 'vitest';
import { findSlowText } from '#tests/support/regexes/find-slow-text.ts';
import {
  readSourceRegexes,
  regexesOf,
  type SourceRegex,
} from '#tests/support/regexes/source-regexes.ts';

/** `npm run trials -- --regex N`: how many texts each pattern is timed with. Timing is unreliable on a busy machine, so tests do without. */
const texts = Number(process.env.REGEX_TEXTS ?? 0);
const longest = 204_800;

vi.setConfig({ testTimeout: texts > 0 ? 7_200_000 : 30_000 });

const BuiltIn = RegExp;
afterEach(() => {
  globalThis.RegExp = BuiltIn;
});

/** Files that create patterns for others, each with a file that asks for some while it is loaded. */
const askedBy: Readonly<Record<string, string>> = {
  'contract/wire/url-template.ts': 'contract/catalogue/catalogue-calls.ts',
};

/** The patterns that a file creates with `new RegExp` while it, or a file that asks it for some, is loaded. */
async function constructedBy(path: string): Promise<SourceRegex[]> {
  const made: SourceRegex[] = [];
  globalThis.RegExp = new Proxy(BuiltIn, {
    construct(target, args, newTarget) {
      const regex = Reflect.construct(target, args, newTarget) as RegExp;
      // Files that this one imports create some too.
      const [, , maker = ''] = new Error().stack?.split('\n') ?? [];
      if (maker.includes(`/${path}:`))
        made.push({ place: path, pattern: regex.source, flags: regex.flags });
      return regex;
    },
  });
  vi.resetModules();
  await import(/* @vite-ignore */ `../../${askedBy[path] ?? path}`);
  globalThis.RegExp = BuiltIn;
  return made;
}

/** The patterns that, by their structure, need superlinear time for some text. */
function slowOnes(regexes: readonly SourceRegex[]) {
  const patterns = new Map(regexes.map((regex) => [`/${regex.pattern}/${regex.flags}`, regex]));
  return [...patterns.values()].filter(
    ({ pattern, flags }) =>
      analyse({ source: pattern, flags }, { maxReports: 1 }).reports.length > 0,
  );
}

const files = readSourceRegexes();
const literals = files.flatMap((file) => file.literals);

test('no pattern in the source needs superlinear time', () => {
  expect(literals.length).toBeGreaterThan(100);
  expect(slowOnes(literals)).toEqual([]);
});

/** Every pattern that the source creates with `RegExp(…)`. */
async function constructed(): Promise<SourceRegex[]> {
  const made: SourceRegex[] = [];
  for (const { path, constructed: least } of files.filter((file) => file.constructed > 0)) {
    const own = await constructedBy(path);
    expect(own.length, `${path} makes a pattern only when it is called`).toBeGreaterThanOrEqual(
      least,
    );
    made.push(...own);
  }
  return made;
}

test('patterns created with RegExp are created while their file loads, and are as fast', async () => {
  expect(slowOnes(await constructed())).toEqual([]);
});

test.each([
  ['quadratic', '<[^>]*>'],
  ['quadratic', '\\s+$'],
  ['quadratic', '\\s*\\n\\s*'],
  ['quadratic', '<(\\/?)([a-z][^\\s/>]*)((?:"[^"]*"|[^"<>])*)>'],
  ['cubic', 'a*b?a*b?a*c'],
  ['exponential', '^(\\w+\\s?)*$'],
])('finds a %s pattern: %s', (_, pattern) => {
  const { literals: found } = regexesOf(
    'made-up.tsx',
    `const found = <p>{/${pattern}/.test(text)}</p>;`,
  );

  expect(found).toEqual([{ place: 'made-up.tsx:1', pattern, flags: '' }]);
  expect(slowOnes(found)).toHaveLength(1);
});

if (texts > 0) {
  test('no pattern is measured to need superlinear time', async () => {
    const slow = [...literals, ...(await constructed())].flatMap((regex) => {
      const text = findSlowText(regex, texts, longest);
      return text ? [{ ...regex, ...text }] : [];
    });

    expect(slow).toEqual([]);
  });

  test('detects a quadratic pattern', () => {
    const regex = { place: 'made-up.ts:1', pattern: '\\s+$', flags: '' };

    expect(findSlowText(regex, 400, longest)).not.toBeNull();
  });
}
