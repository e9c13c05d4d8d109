import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { quoteMessages } from '#contract/shop/quote.ts';
import {
  type CommissionDetails,
  commissionMessages,
  type StudioQuote,
} from '#contract/studio/commissions.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { makeRequest } from '#tests/support/lists-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { comeBack, openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day - 3_600_000).toISOString();

const quote: StudioQuote = {
  version: 1,
  author: 'ben@studio.example',
  price: 80,
  deposit: null,
  included: 'A seamless pattern.',
  designType: 'Non-Exclusive',
  rounds: 2,
  days: 10,
  validUntil: '2031-01-15T00:00:00.000Z',
  createdAt: '2031-01-01T00:00:00.000Z',
};

function open(request: CommissionDetails) {
  return openStudio({ path: `/customs/${request._id}`, saved: { requests: [request] } });
}

test('the board says what is due when, in words', async () => {
  const paid = { state: 'paid', status: 'open', price: 120 } as const;
  openStudio({
    path: '/customs',
    saved: {
      requests: [
        makeRequest({ ...paid, name: 'Ada', dueAt: inDays(5) }),
        makeRequest({ ...paid, name: 'Ben', dueAt: inDays(3) }),
        makeRequest({ ...paid, name: 'Cleo', dueAt: inDays(0) }),
        makeRequest({ ...paid, name: 'Dora', dueAt: inDays(-2) }),
        makeRequest({ state: 'drawing', status: 'answered' }),
      ],
    },
  });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect.element(row('Ada')).toMatchTextContent('$120.00');
  await expect.element(row('Ada')).toMatchTextContent('5 days left');
  await expect.element(row('Ben')).toMatchTextContent('3 days left');
  await expect.element(row('Cleo')).toMatchTextContent('Overdue');
  await expect.element(row('Dora')).toMatchTextContent('2 days over');
  await expect.element(page.getByRole('link', { name: 'Being drawn (1)' })).toBeVisible();
  await expectSoundScreen();
});

test('a quote starts from an earlier one, and what is typed stays if a colleague sent one meanwhile', async () => {
  const request = makeRequest({ templates: [quote] });
  const { handlers, bodiesOf } = open(request);
  await page.getByRole('button', { name: 'Write a quote' }).click();
  const form = page.getByRole('region', { name: 'Quote' });
  await form.getByLabelText('Start from').selectOptions('$80.00: A seamless pattern.');
  await form.getByLabelText('Price in dollars').fill('95.5');
  await form.getByLabelText('Deposit in dollars').fill('95.5');
  await expect.element(form.getByText(quoteMessages.deposit)).toBeVisible();
  await form.getByLabelText('Deposit in dollars').fill('40');
  await expectSoundScreen();

  handlers.quoteRequest = () => {
    request.quotes.unshift(quote);
    throw new Refusal('CHANGED_MEANWHILE', { message: quoteMessages.colleague });
  };
  const send = form.getByRole('button', { name: 'Send the quote' });
  await send.click();
  await expect.element(toastOf(quoteMessages.colleague)).toBeVisible();
  await expect.element(form).toMatchTextContent('by ben@studio.example');
  await expect.element(form.getByLabelText('Price in dollars')).toHaveValue('95.5');

  handlers.quoteRequest = () => Object.assign(request, { state: 'quoted', status: 'answered' });
  await send.click();
  await expect.element(page.getByRole('button', { name: 'Write another quote' })).toBeVisible();
  const terms = { price: 95.5, deposit: 40, rounds: 2, days: 10, validDays: 14 };
  expect(bodiesOf('quoteRequest')).toMatchObject([
    { ...terms, replaces: 0 },
    { ...terms, replaces: 1 },
  ]);
});

test('a request without payments and a time limit shows neither a gap nor a dash for them', async () => {
  open(makeRequest({ state: 'quoted', status: 'answered', quotes: [quote] }));
  const box = (name: string) =>
    page.getByRole('region', { name, exact: true }).element().getBoundingClientRect();
  await expect.element(page.getByRole('region', { name: 'Private notes' })).toBeVisible();
  await expect
    .poll(() => box('Private notes').top - box('Quote').bottom)
    .toBeCloseTo(box('Messages').top - box('Exclusive design').bottom);
  await expect.element(page.getByRole('main')).not.toMatchTextContent('—');
});

test.each([
  ['stayed as it was', false, 'Accepted by mail…', 'Deliver…'],
  ['was changed', true, 'Deliver…', 'Accepted by mail…'],
])(
  'a delivered design that %s can be accepted or delivered again',
  async (_, isChanged, offered, missing) => {
    const design = { id: newId(), pictures: [], isChanged };
    open(makeRequest({ state: 'delivered', status: 'answered', design }));
    const button = (name: string) => page.getByRole('button', { name });
    await expect.element(button(offered)).toBeVisible();
    await expect.element(button(missing)).toHaveLength(0);
  },
);

test('an accepted design says that its rest isn’t paid, and reminds its buyer with one press', async () => {
  const request = makeRequest({ state: 'accepted', status: 'closed', restDue: 80 });
  const { handlers } = open(request);
  handlers.remindOfRest = () => request;
  await expect.element(page.getByText(/once the rest is paid: .80/)).toBeVisible();
  await page.getByRole('button', { name: 'Remind the buyer to pay' }).click();
  await expect.element(toastOf('The reminder is on its way.')).toBeVisible();
});

test('the menu counts again after a move', async () => {
  let customs = 1;
  const request = makeRequest({ state: 'paid' });
  const { handlers } = open(request);
  const none = { buyers: 0, orders: 0, threads: 0, designReviews: 0, resets: 0 };
  handlers.waiting = () => ({ ...none, customs });
  handlers.moveRequest = () => {
    customs = 0;
    return Object.assign(request, { state: 'drawing' });
  };
  const entry = page.getByRole('navigation').getByRole('link', { name: /Custom requests/ });
  await expect.element(entry).toMatchTextContent('1 waiting');
  await page.getByRole('button', { name: 'Start drawing' }).click();
  await expect.element(entry).not.toMatchTextContent('waiting');
});

test('what the buyer marked is numbered on the picture and said beside it', async () => {
  const picture = { _id: newId(), url: '/none.webp', width: 300, height: 300 };
  const at = { pictureId: picture._id, x: 0.25, y: 0.5 };
  open(
    makeRequest({
      state: 'changes_wanted',
      design: { id: newId(), pictures: [picture], isChanged: false },
      moves: [
        {
          move: 'askForChanges',
          by: 'buyer',
          note: 'Almost there.',
          marks: [
            { ...at, text: 'A redder fox.' },
            { ...at, pictureId: newId(), text: 'No owl.' },
          ],
          movedAt: '2031-01-01T00:00:00.000Z',
        },
      ],
    }),
  );
  const card = page.getByRole('region', { name: 'The design' });
  await expect.element(card.getByText('A redder fox. (picture 1)')).toBeVisible();
  await expect.element(card.getByText('No owl. (a picture that was replaced)')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Start drawing' })).toBeVisible();
  await expectSoundScreen();
});

test('a yearly licence is quoted with a price and a year, and nothing of a drawing', async () => {
  const request = makeRequest({ wants: 'yearly_licence', yearAfter: '2098-11-30' });
  const { handlers, bodiesOf } = open(request);
  handlers.quoteRequest = () => request;
  await expect.element(page.getByRole('region', { name: 'Yearly licence' })).toBeVisible();
  await page.getByRole('button', { name: 'Write a quote' }).click();
  const form = page.getByRole('region', { name: 'Quote' });
  await expect.element(form.getByLabelText('First day')).toHaveValue('2098-12-01');
  await expect.element(form.getByLabelText('Last day')).toHaveValue('2099-11-30');
  for (const drawn of ['Design type', 'Rounds of changes', 'Days to draw', 'Deposit in dollars']) {
    await expect.element(form.getByLabelText(drawn)).toHaveLength(0);
  }
  await form.getByLabelText('Price in dollars').fill('300');
  await expectSoundScreen();
  await form.getByRole('button', { name: 'Send the quote' }).click();
  await expect
    .poll(() => bodiesOf('quoteRequest'))
    .toMatchObject([{ price: 300, deposit: null, startsOn: '2098-12-01', endsOn: '2099-11-30' }]);
});

test('a quote is not sent over one that a colleague sent since it was begun', async () => {
  const request = makeRequest({ quotes: [quote] });
  const studio = open(request);
  studio.handlers.quoteRequest = ({ body: { replaces } }) => {
    if (replaces !== request.quotes[0]?.version) {
      throw new Refusal('CHANGED_MEANWHILE', { message: quoteMessages.colleague });
    }
    return Object.assign(request, { quotes: [{ ...quote, version: 3 }, ...request.quotes] });
  };
  await page.getByRole('button', { name: 'Write another quote' }).click();
  const price = page.getByLabelText('Price in dollars');
  await price.fill('90');
  request.quotes.unshift({ ...quote, version: 2, price: 120 });
  comeBack();
  await expect.element(page.getByText('$120.00')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send the quote' });
  await send.click();
  await expect.element(toastOf(quoteMessages.colleague)).toBeVisible();
  await expect.element(price).toHaveValue('90');
  // Now that both have been seen.
  await send.click();
  await expect.poll(() => request.quotes.length).toBe(3);
  expect(studio.bodiesOf('quoteRequest')).toMatchObject([{ replaces: 1 }, { replaces: 2 }]);
});

test('a question about a request answers for the state in which it was asked', async () => {
  const request = makeRequest({ state: 'quoted' });
  const studio = open(request);
  await page.getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
  await dialog.getByLabelText('Note to the buyer').fill('We’re sorry.');
  request.state = 'expired';
  await studio.asked('deskRequest', comeBack);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.element(toastOf(commissionMessages.moved)).toBeVisible();
  expect(request.state).toBe('expired');
});
