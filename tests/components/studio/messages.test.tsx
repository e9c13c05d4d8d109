import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inboxMessages, type StudioThread } from '#contract/studio/messages.ts';
import { lose, Refusal } from '#tests/support/calls-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const anInstant = '2026-01-01T00:00:00.000Z';
const about = { kind: 'design', aboutId: 'd'.repeat(24), title: 'Sleepy fox' } as const;
const thread: StudioThread = {
  ...{ ...about, _id: 'e'.repeat(24), name: 'Vic', email: 'vic@elsewhere.example' },
  ...{ waitingSince: anInstant, lastAt: anInstant, hasEarlier: false },
  messages: [
    {
      _id: 'f'.repeat(24),
      author: null,
      text: 'In <i>blue</i>?',
      pictureIds: [],
      createdAt: anInstant,
    },
  ],
};

test('an answer that was corrected after a failure is another message, and one that was not is the same', async () => {
  const { handlers, bodiesOf } = openStudio({
    path: `/messages/${thread._id}`,
    prepare({ handlers }) {
      handlers.studioThread = () => thread;
      handlers.answerThread = lose;
    },
  });
  const card = page.getByRole('region', { name: 'Messages' });
  const send = async (text: string) => {
    await card.getByLabelText('Your reply').fill(text);
    const before = bodiesOf('answerThread').length;
    await card.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => bodiesOf('answerThread').length).toBeGreaterThan(before);
    const button = card.getByRole('button', { name: 'Send' });
    await expect.element(button).toHaveAttribute('aria-busy', 'false');
  };
  await send('It is bleu.');
  await send('It is bleu.');
  handlers.answerThread = () => ({ ...thread, lastAt: '2026-01-02T00:00:00.000Z' });
  await send('It is blue.');
  await expect.element(card.getByLabelText('Your reply')).toHaveValue('');
  await send('It is blue.');
  const [first, retried, corrected, again] = bodiesOf('answerThread').map(
    (body) => (body as { messageId: string }).messageId,
  );
  expect(retried).toBe(first);
  expect(new Set([first, corrected, again]).size).toBe(3);
});

test('the inbox leads to a question, which is marked as done as far as it was read, or answered', async () => {
  const { handlers, bodiesOf, asked } = openStudio({
    path: '/messages',
    prepare({ handlers }) {
      const { messages: _, hasEarlier: __, ...summary } = thread;
      const item = { ...summary, lastAt: anInstant, lastText: 'In <i>blue</i>?' };
      handlers.inbox = () => ({ items: [item], total: 1, totalPages: 1, isCounted: true });
      handlers.studioThread = () => thread;
      handlers.finishThread = () => {
        throw new Refusal('CHANGED_MEANWHILE', { message: inboxMessages.newer });
      };
    },
  });
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('Design Sleepy fox');
  await expectSoundScreen();
  await page.getByRole('link', { name: 'Vic' }).click();
  const card = page.getByRole('region', { name: 'Messages' });
  await expect.element(card).toMatchTextContent('In <i>blue</i>?');
  await expectSoundScreen();

  await card.getByRole('button', { name: 'Mark as done' }).click();
  await expect.element(toastOf(inboxMessages.newer)).toBeVisible();
  const answered = { ...thread, lastAt: '2026-01-02T00:00:00.000Z', waitingSince: null };
  handlers.answerThread = () => answered;
  await card.getByLabelText('Your reply').fill('Yes.');
  await asked('waiting', () => card.getByRole('button', { name: 'Send' }).click());
  await expect.element(card.getByLabelText('Your reply')).toHaveValue('');
  await expect.element(card.getByRole('button', { name: 'Mark as done' })).not.toBeInTheDocument();
  expect(bodiesOf('answerThread')).toMatchObject([{ text: 'Yes.' }]);
});

test('a question is deleted after a confirmation, as far as it was read', async () => {
  const { bodiesOf } = openStudio({
    path: `/messages/${thread._id}`,
    prepare({ handlers }) {
      handlers.studioThread = () => thread;
      handlers.deleteThread = () => ({ message: 'Deleted' });
      handlers.inbox = () => ({ items: [], total: 0, totalPages: 1, isCounted: true });
    },
  });
  await page.getByRole('button', { name: 'Delete…' }).click();
  await expectSoundScreen();
  expect(bodiesOf('deleteThread')).toEqual([]);
  await page.getByRole('button', { name: 'Delete conversation' }).click();
  await expect.element(page.getByText('Nobody has written yet')).toBeVisible();
  expect(bodiesOf('deleteThread')).toEqual([{ lastId: 'f'.repeat(24) }]);
});
