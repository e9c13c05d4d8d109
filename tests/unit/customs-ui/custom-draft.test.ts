import { afterEach, expect, test } from 'vitest';
import { signOut } from '#api/sign-out.ts';
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

test('a draft is gone with the account that signs out', async () => {
  keptDraft.write(draft);
  await signOut();
  expect(keptDraft.read()).toBe(emptyDraft);
});
