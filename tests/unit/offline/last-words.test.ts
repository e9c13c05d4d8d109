import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { wordsOfChanges, wordsOfRequest } from '#offline/accounts/last-words.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { newUser } from '#tests/support/user-of.ts';

const id = 'd'.repeat(24);
const about = { kind: 'design', id } as const;
const picture = { id: 'fox', file: new File(['fox'], 'fox.png') };
const saved = { fields: { ...emptyRequestFields, description: 'Like' }, images: [picture] };
const typed = { ...saved, fields: { ...saved.fields, description: 'Like this?', stars: '4' } };

beforeEach(() => {
  vi.stubGlobal('sessionStorage', fakeStorage());
  session.setUser(newUser(), 'a token');
});
afterEach(() => {
  session.clear();
  vi.unstubAllGlobals();
});

it('adds the words typed last to the saved pictures, of the same form only', () => {
  wordsOfRequest(about).keep(typed, saved);
  expect(wordsOfRequest(about).addTo(saved)).toEqual(typed);
  for (const other of [undefined, { ...about, kind: 'review' }, { ...about, token: 'a link' }]) {
    expect(wordsOfRequest(other as typeof about).addTo(saved)).toBe(saved);
  }
  wordsOfRequest(about).forget();
  expect(wordsOfRequest(about).addTo(saved)).toBe(saved);
});

it('leaves what another page has saved since, or the database got in time', () => {
  wordsOfRequest(about).keep(typed, saved);
  for (const description of ['Like this one better', 'Like this?', '']) {
    const since = { ...saved, fields: { ...saved.fields, description } };
    expect(wordsOfRequest(about).addTo(since)).toBe(since);
  }
});

it('adds the note and the marks typed last, also a mark without words', () => {
  const first = { requestId: id, delivery: 2, note: '', marks: [] };
  const mark = { pictureId: 'e'.repeat(24), x: 0.25, y: 1, text: '', key: 3 };
  wordsOfChanges(id).keep({ ...first, note: 'Darker', marks: [mark] }, null);
  expect(wordsOfChanges(id).addTo(first)).toEqual({ ...first, note: 'Darker', marks: [mark] });
});

it('gives nothing to another account or a visitor, and passes over what it can’t read', () => {
  wordsOfRequest().keep(typed, saved);
  session.setUser({ ...newUser(), _id: 'b'.repeat(24) }, 'a token');
  expect(wordsOfRequest().addTo(saved)).toBe(saved);
  session.clear();
  expect(wordsOfRequest().addTo(saved)).toBe(saved);
  wordsOfRequest().keep(typed, saved);
  sessionStorage.setItem(Object.keys(sessionStorage)[0] ?? '', '{"accountId":');
  expect(wordsOfRequest().addTo(saved)).toBe(saved);
});
