import { afterEach, expect, test } from 'vitest';
import { session } from '#api/session.ts';
import type { User } from '#contract/account.ts';
import { emptyDraft, keptDraft } from '#features/customs/custom-draft.ts';

const draft = { ...emptyDraft, description: 'Moons over mushrooms' };

afterEach(() => keptDraft.forget());

test('the same draft is sent under the same key, a changed one under another', () => {
  keptDraft.write(draft);
  const key = keptDraft.key();
  keptDraft.write(keptDraft.read());
  expect(keptDraft.key()).toBe(key);

  keptDraft.write({ ...draft, description: 'Moons over mushrooms, in blue' });
  expect(keptDraft.key()).not.toBe(key);
});

test('a draft is gone with the account, and there for a visitor who signs in', () => {
  keptDraft.write(draft);
  session.setUser({ _id: 'a'.repeat(24), firstName: 'Bea' } as User, 'token');
  expect(keptDraft.read()).toBe(draft);
  session.clear();
  expect(keptDraft.read()).toBe(emptyDraft);
});
