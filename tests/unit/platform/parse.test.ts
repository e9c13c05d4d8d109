import * as v from 'valibot';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { calls } from '#contract/shop/calls.ts';
import { type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { parsePart } from '#server/platform/http/parse.ts';
import { Problem } from '#server/platform/http/problem.ts';

const schema = v.object({
  firstName: v.string(),
  price: v.pipe(v.number(), v.maxValue(10)),
  kind: v.picklist(['a', 'b']),
  files: v.pipe(
    v.array(v.object({ fileName: v.pipe(v.string(), v.maxLength(3)) })),
    v.minLength(1),
  ),
  code: v.pipe(v.string('Enter the code.'), v.minLength(2, 'The code is too short.')),
});
const right = { firstName: 'Ada', price: 3, kind: 'a', files: [{ fileName: 'a' }], code: 'xyz' };

function refusalOf(part: v.GenericSchema, value: unknown): Problem {
  try {
    parsePart(part, value);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('It was accepted.');
}

test.each([
  [{ firstName: undefined }, 'firstName', 'First name is missing.'],
  [{ firstName: 4 }, 'firstName', 'First name isn’t valid.'],
  [{ price: 11 }, 'price', 'Price is out of range.'],
  [{ kind: 'c' }, 'kind', 'Kind isn’t valid.'],
  [{ files: [] }, 'files', 'Files is too short.'],
  [{ files: [{ fileName: 'abcd' }] }, 'files.0.fileName', 'File name is too long.'],
  [{ code: 'x' }, 'code', 'The code is too short.'],
  [{ code: 'x\0y' }, 'code', messages.invalid.characters],
  [{ files: [{ fileName: '\0' }] }, 'files.0.fileName', messages.invalid.characters],
])('names what is wrong with a field in plain words: %j', (spoiled, field, message) => {
  const { extra, message: text } = refusalOf(schema, { ...right, ...spoiled });

  expect(extra.fields).toEqual({ [field]: message });
  expect(text).toBe(message);
});

test('refuses a name that can’t be stored, like a value', () => {
  const record = v.object({ tags: v.record(v.string(), v.string()) });
  expect(refusalOf(record, { tags: { 'a\0b': 'word' } }).extra.fields).toEqual({
    tags: messages.invalid.characters,
  });
});

test('a body that is no object couldn’t be read', () => {
  expect(refusalOf(schema, 'text').message).toBe('The request couldn’t be read.');
});

/** Any input that no schema accepts as a whole. */
const wrongInputs = [null, 4, 'text', [], {}, { page: -1, search: 4, name: {}, price: 'x' }];

test('no call answers with the words of the validation library', () => {
  const table: Readonly<Record<string, Call>> = { ...calls, ...studioCalls };
  const texts = Object.keys(table).flatMap((name) => {
    const { params, query, body } = table[name as StudioCallName] as Call;
    return [params, query, body].flatMap((part) =>
      wrongInputs.flatMap((input) => {
        if (!part || v.safeParse(part, input).success) return [];
        return Object.values(refusalOf(part, input).extra.fields ?? {});
      }),
    );
  });

  expect(texts.length).toBeGreaterThan(200);
  expect(
    texts.filter((text) => /Expected|received|Invalid (type|key|value|length|format)/.test(text)),
  ).toEqual([]);
});
