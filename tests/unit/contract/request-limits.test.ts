import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { calls } from '#contract/shop/calls.ts';
import { studioCalls } from '#contract/studio/calls.ts';
import { typedWordsSchema } from '#contract/studio/keywords.ts';
import type { Call } from '#contract/wire/call.ts';
import { limits } from '#contract/wire/limits.ts';

/** The parts that valibot's schemas and actions have in common. */
interface Part {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Part[];
  readonly wrapped?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly key?: Part;
  readonly value?: Part;
  readonly options?: readonly (Part | string)[];
}

/** A text or list that a request may contain: where it is, and how it is checked. */
interface Held {
  readonly type: 'string' | 'array';
  readonly path: string;
  readonly checks: readonly Part[];
}

function checksOf({ pipe = [] }: Part): readonly Part[] {
  return pipe.flatMap((part) => (part.kind === 'schema' ? checksOf(part) : [part]));
}

function isKeywords(part: Part): boolean {
  return (
    part.pipe === (typedWordsSchema as unknown as Part).pipe || (part.pipe ?? []).some(isKeywords)
  );
}

function held(part: Part, path: string): Held[] {
  const { type, wrapped, entries = {}, item, key, value, options = [] } = part;
  const checks = checksOf(part);
  const ofRecord = [...(key ? [key] : []), ...(value && type === 'record' ? [value] : [])];
  return [
    ...(type === 'string' || type === 'array' ? [{ type, path, checks } as const] : []),
    ...(wrapped ? held(wrapped, path) : []),
    ...Object.entries(entries).flatMap(([name, entry]) => held(entry, `${path}.${name}`)),
    // Each keyword is checked against its limit by a check of the whole list.
    ...(item && !isKeywords(part) ? held(item, `${path}.0`) : []),
    ...ofRecord.flatMap((each) => held(each, `${path}.*`)),
    ...options.flatMap((each) => (typeof each === 'string' ? [] : held(each, path))),
  ];
}

/** Whether a pattern only matches short texts. */
function isShort({ source }: RegExp): boolean {
  const plain = source.replace(/\\./gu, '_').replace(/\[[^\]]*\]/gu, '_');
  return plain.startsWith('^') && plain.endsWith('$') && !/[*+]|,\}/u.test(plain);
}

function isLimited({ type, checks }: Held): boolean {
  const most = type === 'array' ? limits.listLength : limits.jsonBytes / 2;
  return checks.some(({ type: check, requirement }) =>
    check === 'max_length'
      ? Number(requirement) <= most
      : requirement instanceof RegExp && isShort(requirement),
  );
}

const all = [...Object.entries<Call>(calls), ...Object.entries<Call>(studioCalls)].flatMap(
  ([name, call]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema: v.GenericSchema | undefined = call[part];
      return schema ? held(schema as unknown as Part, `${name} ${part}`) : [];
    }),
);

test('every text and every list of a request has a limit', () => {
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter((each) => !isLimited(each)).map(({ path }) => path)).toEqual([]);
});
