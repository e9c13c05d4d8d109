import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Buyer, type BuyerEntry, buyerMessages } from '#contract/studio/buyers.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { newId } from '#tests/support/new-id.ts';
import { comeBack, openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';
import type { StudioAtFetch } from '#tests/support/studio-at-fetch.ts';

const anInstant = '2026-01-01T00:00:00.000Z';
const design = { id: newId(), title: 'Fox nap', sku: 'PW-1', isForFabricShops: true };

/** A pending buyer, whom a test decides about. */
let buyer: Buyer;
beforeEach(() => {
  const id = newId();
  buyer = {
    id,
    email: `${id}@shop.example`,
    firstName: 'Hazel',
    lastName: 'Button',
    licenseType: 'SMALL_BUSINESS',
    businessVerificationLink: 'https://shop.example/hazel',
    status: 'pending',
    createdAt: anInstant,
    decision: null,
    yearlyLicence: null,
    news: null,
    colleagues: [],
    invitations: [],
    sessions: 1,
    orders: [],
    orderCount: 0,
  };
});

function addBuyer({ handlers }: StudioAtFetch): void {
  const decide = (status: Buyer['status'], reason: string | null) =>
    Object.assign(buyer, {
      status,
      decision: { actor: 'mia@studio.example', at: anInstant, reason },
    });
  handlers.waiting = () => ({
    buyers: buyer.status === 'pending' ? 1 : 0,
    orders: 2,
    customs: 0,
    designReviews: 0,
    threads: 0,
    resets: 0,
  });
  handlers.buyers = ({ query: { search, status } }) => {
    const isFound = buyer.email.includes(search) && ['all', buyer.status].includes(status);
    const items: BuyerEntry[] = isFound ? [buyer] : [];
    return { items, total: items.length, totalPages: 1, isCounted: true };
  };
  handlers.buyer = () => buyer;
  handlers.decideBuyer = ({ body }) => {
    if (buyer.status !== body.from) {
      throw new Refusal('CONFLICT', {
        message: `Someone else already decided: it is now ${buyer.status}.`,
      });
    }
    decide(body.status, 'reason' in body ? body.reason : null);
    return { isChanged: true, buyer };
  };
  handlers.givableDesigns = ({ query: { search } }) => ({
    designs: design.title.startsWith(search) ? [design] : [],
  });
  handlers.giveDownload = ({ body: { productId } }) => {
    expect(productId).toBe(design.id);
    buyer.orders.push({
      id: newId(),
      orderNumber: 'PW-1001',
      createdAt: anInstant,
      paymentState: 'paid',
      isDisputed: false,
      totalPrice: 0,
      refunded: 0,
      designs: [design.title],
      buyer: { id: buyer.id, name: 'Hazel Button', email: buyer.email },
      customerName: 'Hazel Button',
    });
    return Object.assign(buyer, { orderCount: 1 });
  };
  handlers.setYearlyLicence = ({ body: { endsOn } }) => {
    if (endsOn !== null && endsOn < '2026-06-15') {
      const message = buyerMessages.dayOver;
      throw new Refusal('INVALID', { message, fields: { endsOn: message } });
    }
    const yearlyLicence = endsOn === null ? null : { endsOn, wantsReminder: true };
    return Object.assign(buyer, { yearlyLicence });
  };
  handlers.signOutBuyer = () => Object.assign(buyer, { sessions: 0 });
}

/** The number on the app's icon; 0: none. */
function watchBadge(): () => number | undefined {
  let badge: number | undefined;
  const show = async (count = 0) => {
    badge = count;
  };
  Object.defineProperties(navigator, {
    setAppBadge: { value: show, configurable: true },
    clearAppBadge: { value: () => show(), configurable: true },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'setAppBadge');
    Reflect.deleteProperty(navigator, 'clearAppBadge');
  });
  return () => badge;
}

const menu = page.getByRole('navigation', { name: 'Studio' });

test('a pending buyer is approved, given a design and signed out', async () => {
  const badge = watchBadge();
  openStudio({ path: '/buyers', prepare: addBuyer });
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  const link = row.getByRole('link', { name: /^https:\/\/shop\.example\/hazel/ });
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expectSoundScreen();
  const inMenu = [...menu.element().querySelectorAll('a')].map((each) =>
    Number(/(\d+)\s+waiting/.exec(each.textContent)?.[1] ?? 0),
  );
  expect(inMenu.filter((count) => count > 0)).toEqual([2, 1]);
  expect(badge()).toBe(3);

  await row.getByRole('link', { name: 'Hazel Button' }).click();
  const approve = page.getByRole('button', { name: 'Approve' });
  await approve.click();
  await expect.element(toastOf('Hazel Button is approved and has been e-mailed.')).toBeVisible();
  await expect.element(approve).toHaveLength(0);
  await expect.element(page.getByText(/^by mia@/)).toBeVisible();

  await page.getByRole('button', { name: 'Give a design…' }).click();
  await page.getByLabelText('Find a design').fill(design.title);
  await page.getByRole('button', { name: `Give ${design.title}` }).click();
  const given = page.getByRole('row').filter({ hasText: design.title });
  await expect.element(given).toMatchTextContent('$0.00');
  await expectSoundScreen();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign Hazel Button out?' });
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.element(page.getByText('nowhere')).toBeVisible();
  expect(buyer.sessions).toBe(0);
});

const form = page.getByRole('dialog', { name: 'Reject Hazel Button' });
const reason = form.getByRole('textbox', { name: /^Reason/ });
const reject = page.getByRole('button', { name: 'Reject…' });

test('a reason being typed is not dropped by Escape, a press outside or Back', async () => {
  openStudio({ path: `/buyers`, prepare: addBuyer });
  await page.getByRole('link', { name: 'Hazel Button' }).click();
  await reject.click();
  await reason.fill('We found no shop');

  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  for (const press of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(document.documentElement, { position: { x: 2, y: 2 }, force: true }),
    () => form.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await press();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question).toHaveLength(0);
    await expect.element(reason).toHaveValue('We found no shop');
  }
  history.back();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).toHaveLength(0);
  await expect.element(reason).toHaveValue('We found no shop');

  await reason.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await expectSoundScreen();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(form).toHaveLength(0);
  await reject.click();
  await expect.element(reason).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(form).toHaveLength(0);
});

test('a rejection asks for a reason, and whoever decides second is told', async () => {
  const studio = openStudio({ path: `/buyers/${buyer.id}`, prepare: addBuyer });
  await reject.click();
  const send = form.getByRole('button', { name: 'Reject', exact: true });
  await expect.element(send).toBeDisabled();
  const words = 'We found no shop behind your link.';
  await reason.fill(words);
  await expectSoundScreen();

  buyer.status = 'approved';
  await send.click();
  await expect
    .element(page.getByText('Someone else already decided', { exact: false }).first())
    .toBeVisible();
  await expect.element(reason).toHaveValue(words);
  await send.click();
  await expect.element(page.getByText(`“${words}”`)).toBeVisible();

  studio.goto(`/buyers?search=${buyer.email}`);
  await expect
    .element(page.getByRole('row').filter({ hasText: buyer.email }))
    .toMatchTextContent('Rejected');
  studio.goto('/buyers?search=nobody-at-all');
  await expect
    .element(page.getByText('No buyers match “nobody-at-all”', { exact: false }))
    .toBeVisible();
});

test('a yearly licence is recorded, changed and removed, but not until a day that is over', async () => {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.setSystemTime('2026-06-15T12:00:00Z');
  const studio = openStudio({ path: `/buyers/${buyer.id}`, prepare: addBuyer });
  const card = page.getByRole('region', { name: 'Yearly licence' });
  const until = card.getByLabelText('Valid until');
  await until.fill('2026-06-12');
  await card.getByRole('button', { name: 'Record' }).click();
  await expect.element(card.getByText(buyerMessages.dayOver)).toBeVisible();
  await expect.element(until).toHaveValue('2026-06-12');

  await until.fill('2027-01-13');
  await card.getByRole('button', { name: 'Record' }).click();
  await expect.element(card.getByText(/: 212 days left\.$/)).toBeVisible();
  await expectSoundScreen();
  await until.fill('2026-06-16');
  await card.getByRole('button', { name: 'Change' }).click();
  await expect.element(card.getByText(/: 1 day left\.$/)).toBeVisible();

  buyer.yearlyLicence = { endsOn: '2026-01-31', wantsReminder: true };
  studio.goto(`/buyers/${buyer.id}`);
  await expect.element(card.getByText('Ended on 31 Jan 2026.')).toBeVisible();
  await card.getByRole('button', { name: 'Remove…' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(card.getByText('None.')).toBeVisible();
  expect(studio.bodiesOf('setYearlyLicence')).toEqual([
    { from: null, endsOn: '2026-06-12' },
    { from: null, endsOn: '2027-01-13' },
    { from: '2027-01-13', endsOn: '2026-06-16' },
    { from: '2026-01-31', endsOn: null },
  ]);
});

test('a yearly licence that a colleague recorded shows, and is not overwritten unseen', async () => {
  buyer.yearlyLicence = null;
  const studio = openStudio({ path: `/buyers/${buyer.id}`, prepare: addBuyer });
  const card = page.getByRole('region', { name: 'Yearly licence' });
  const until = card.getByLabelText('Valid until');
  await expect.element(until).toHaveValue('');
  buyer.yearlyLicence = { endsOn: '2031-01-31', wantsReminder: false };
  comeBack();
  await expect.element(until).toHaveValue('2031-01-31');

  await until.fill('2031-03-31');
  buyer.yearlyLicence = { endsOn: '2031-02-28', wantsReminder: false };
  await studio.asked('buyer', comeBack);
  await card.getByRole('button', { name: 'Change' }).click();
  expect(studio.bodiesOf('setYearlyLicence')).toEqual([
    { from: '2031-01-31', endsOn: '2031-03-31' },
  ]);
});

test('a buyer’s page says whether they get news, and since when', async () => {
  const news = { place: 'sign_up' as const, source: null, askedAt: anInstant, confirmedAt: null };
  buyer.news = news;
  const studio = openStudio({ path: `/buyers/${buyer.id}`, prepare: addBuyer });
  const fact = () => factOf(page.getByRole('main'), 'News');
  await expect.poll(fact).toMatch(/^asked for at sign-up, .*; not confirmed yet$/);
  buyer.news = { ...news, confirmedAt: anInstant };
  studio.goto('/buyers');
  studio.goto(`/buyers/${buyer.id}`);
  await expect.poll(fact).toMatch(/^since .*, asked for at sign-up$/);
  buyer.news = { ...news, source: 'Stall in Leeds', confirmedAt: anInstant };
  studio.goto('/buyers');
  studio.goto(`/buyers/${buyer.id}`);
  await expect.poll(fact).toMatch(/^since .*, imported: Stall in Leeds$/);
  await expectSoundScreen([360]);
});

test('a colleague who shares a buyer’s account is removed after a question', async () => {
  const bea = { email: 'bea@shop.example', firstName: 'Bea', lastName: 'Moss' };
  const sent = { id: newId(), email: 'kit@shop.example', invitedAt: anInstant };
  Object.assign(buyer, {
    colleagues: [{ ...bea, id: newId(), joinedAt: anInstant }],
    invitations: [{ ...sent, expiresAt: '2026-01-02T00:00:00.000Z' }],
  });
  const studio = openStudio({
    path: `/buyers/${buyer.id}`,
    prepare(opened) {
      addBuyer(opened);
      opened.handlers.removeColleague = () => Object.assign(buyer, { colleagues: [] });
    },
  });
  const remove = page.getByRole('button', { name: 'Remove bea@shop.example' });
  await expect.element(remove).toBeVisible();
  const invited = page.getByRole('listitem').filter({ hasText: 'kit@shop.example' });
  await expect.element(invited).toMatchTextContent('The invitation has expired.');
  await expectSoundScreen();

  await remove.click();
  expect(studio.sent.some(({ name }) => name === 'removeColleague')).toBe(false);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();

  await expect.element(toastOf('Bea Moss is removed.')).toBeVisible();
  await expect.element(remove).toHaveLength(0);
});
