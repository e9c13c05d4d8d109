import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { StudioCallName } from '#contract/studio/calls.ts';
import type { StudioQuote } from '#contract/studio/commissions.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { makeRequest } from '#tests/support/lists-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { openStudio } from '#tests/support/open-studio.tsx';

/** What is typed while a form is being sent stays in it, unsent. */

const requestId = newId();
const user = {
  email: 'mia@studio.example',
  name: 'Mia',
  role: 'owner',
  recoveryCodesLeft: 10,
} as const;
const at = '2031-01-01T00:00:00.000Z';
const quote: StudioQuote = {
  ...{ version: 1, author: user.email, price: 90, deposit: null, included: 'A pattern.' },
  ...{ designType: 'Exclusive', rounds: 2, days: 10, validUntil: at, createdAt: at },
};

interface Form {
  /** Below /studio. */
  readonly path: string;
  readonly call: StudioCallName;
  readonly open?: string;
  readonly field: string;
  readonly button: string;
  readonly values: readonly [sent: string, typed: string];
}

const texts: Form['values'] = ['The first', 'The second'];

const forms: Readonly<Record<string, Form>> = {
  'a reply': {
    path: `/customs/${requestId}`,
    call: 'answerThread',
    field: 'Your reply',
    button: 'Send',
    values: texts,
  },
  'a note': {
    path: `/customs/${requestId}`,
    call: 'noteRequest',
    field: 'New note',
    button: 'Add',
    values: texts,
  },
  'a quote': {
    path: `/customs/${requestId}`,
    call: 'quoteRequest',
    open: 'Write a quote',
    field: 'What is included',
    button: 'Send the quote',
    values: texts,
  },
  'one’s name': {
    path: '/account',
    call: 'saveMe',
    field: 'Name',
    button: 'Save',
    values: texts,
  },
  'a category’s name': {
    path: '/categories',
    call: 'renameCategory',
    open: 'Rename Clip art',
    field: 'Name',
    button: 'Rename',
    values: texts,
  },
  'a new category': {
    path: '/categories',
    call: 'createCategory',
    field: 'New category',
    button: 'Add',
    values: texts,
  },
  'a price': {
    path: '/designs',
    call: 'setDesignPrice',
    open: 'Price of Fox: $12.00. Edit',
    field: 'Price of Fox',
    button: 'Save price',
    values: ['9', '10'],
  },
};

test.for(Object.entries(forms))(
  'what is typed while %s is sent stays',
  async ([, { path, call, open, field, button, values }]) => {
    const [first, second] = values;
    const studio = openStudio({
      path,
      saved: {
        requests: [makeRequest({ _id: requestId, templates: [quote] })],
        designs: [makeDesign({ title: 'Fox' })],
        categories: [{ id: newId(), name: 'Clip art', designs: 1 }],
      },
      prepare({ saved, handlers }) {
        handlers.saveMe = ({ body: { name } }) => ({ ...user, name });
        handlers.quoteRequest = () => {
          const [request] = saved.requests;
          if (!request) throw new Refusal('NOT_FOUND');
          request.quotes.unshift({ ...quote, version: 1 });
          return request;
        };
      },
    });
    if (open) await page.getByRole('button', { name: open, exact: true }).click();
    const input = page.getByRole('textbox', { name: new RegExp(`^${field}`) });
    const send = page.getByRole('button', { name: button, exact: true });
    await input.fill(first);
    if (call === 'quoteRequest') await page.getByLabelText('Price in dollars').fill('90');
    const answer = studio.hold(call);
    await studio.asked(call, () => send.click());
    await input.fill(second);
    answer();
    const isSending = () => send.element().matches('[aria-busy="true"], [aria-disabled="true"]');
    await expect.poll(isSending).toBe(false);
    expect((input.element() as HTMLInputElement).value).toBe(second);
    expect(studio.bodiesOf(call)).toHaveLength(1);

    // It is sent on its own.
    await studio.asked(call, () => send.click());
  },
);
