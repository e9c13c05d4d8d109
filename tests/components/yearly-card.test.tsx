import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { cardText, licenceCheckPath, readCard, shortCard } from '#contract/shop/licence-card.ts';
import { factsBytes, type YearlyFacts } from '#contract/shop/licence-facts.ts';
import { packRevoked } from '#contract/shop/licence-register.ts';
import { yearlyCovers, yearName } from '#contract/shop/licence-year.ts';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { toBase64url } from '#contract/wire/base64url.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { firstTexts } from '#server/licences/first-texts.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { newUser, openShop, resize, shownUrl } from '#tests/support/open-shop.tsx';
import { ordered } from '#tests/support/ordered.ts';
import { faults } from '#tests/support/sound-screen.ts';

const inDays = (days: number) => dayIn('UTC', new Date(Date.now() + days * 86_400_000));
const facts: YearlyFacts = {
  v: 1,
  id: 'b'.repeat(24),
  key: 'decade00',
  kind: 'SMALL_BUSINESS',
  to: 'Hazel Button',
  company: 'Foxglove & Sons',
  order: 'PW-7KD3QX',
  on: inDays(-100),
  text: firstTexts.SMALL_BUSINESS.version,
  from: inDays(-50),
  until: inDays(300),
};
const keys = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
const publicKey = toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));

async function signed(changes: Partial<YearlyFacts> = {}): Promise<string> {
  const bytes = factsBytes({ ...facts, ...changes });
  const signature = await crypto.subtle.sign('Ed25519', keys.privateKey, bytes);
  return cardText(bytes, new Uint8Array(signature));
}

/** The path in the card's QR code. */
function scanned(card: string): string {
  const read = readCard(card);
  if (!read) throw new Error('not a card');
  return licenceCheckPath(shortCard(read));
}

async function check(path: string, revoked = '') {
  await openShop({
    path,
    prepare({ handlers, settings }) {
      handlers.shopSettings = () => ({ ...settings, timeZone: 'UTC' });
      handlers.licenceRegister = () => ({ keys: [{ id: facts.key, publicKey }], revoked });
    },
  });
  const part = page.getByRole('region', { name: 'Check a licence card' });
  return { result: part.getByRole('status') };
}

test('the card of a year that runs says until when, and by which day', async () => {
  const path = scanned(await signed());
  const { result } = await check(path);
  await expect.element(result).toMatchTextContent(`Valid, runs until ${dayInWords(facts.until)}`);
  expect(factOf(result, 'Licence')).toBe('Yearly licence');
  expect(factOf(result, 'Company')).toBe('Foxglove & Sons');
  expect(factOf(result, 'Last day')).toBe(dayInWords(facts.until));
  await expect
    .element(result)
    .toMatchTextContent(`By this device’s clock, today is ${dayInWords(inDays(0))}.`);
  await resize(360, 800);
  expect(await faults()).toEqual([]);
});

test.each<readonly [string, Partial<YearlyFacts>, string]>([
  ['is over', { until: inDays(-1) }, `Ended on ${dayInWords(inDays(-1))}`],
  ['is ahead', { from: inDays(1) }, `Begins on ${dayInWords(inDays(1))}`],
  ['was bought in the future', { on: inDays(3) }, 'This device’s date is wrong'],
])('the card of a year that %s says so', async (_, changes, verdict) => {
  const { result } = await check(scanned(await signed(changes)));

  await expect.element(result).toMatchTextContent(verdict);
  await expect.element(result).not.toMatchTextContent('in force');
});

test('the card of a year that was refunded says since when, whatever its days are', async () => {
  const hash = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(facts.id)),
  );
  const on = inDays(-2);
  const { result } = await check(scanned(await signed()), packRevoked([{ hash, on }]));

  await expect.element(result).toMatchTextContent(`Revoked as of ${dayInWords(on)}`);
  await expect.element(result).not.toMatchTextContent('runs until');
});

test('a card with a later last day than was signed isn’t genuine', async () => {
  const read = readCard(await signed({ until: inDays(-1) }));
  const forged = cardText(factsBytes(facts), read?.signature ?? new Uint8Array());
  const { result } = await check(scanned(forged));

  await expect.element(result).toMatchTextContent('Not genuine');
});

test('My orders leads to the licences of the years that aren’t over, and each has its card', async () => {
  const yearOf = (startsOn: string, endsOn: string, licenceCard?: string) => {
    const year = { startsOn, endsOn };
    const commission = { requestId: 'f'.repeat(24), part: 'whole', isReleased: true } as const;
    return ordered(
      [yearName(year)],
      { commission },
      {
        year,
        downloadLink: '',
        licenceTextVersion: facts.text,
        ...(licenceCard && { licenceCard }),
      },
    );
  };
  const over = yearOf(inDays(-500), inDays(-136));
  const runs = yearOf(facts.from, facts.until, await signed());
  const next = yearOf(inDays(301), inDays(665));
  const returned = yearOf(inDays(666), inDays(1030));
  const orders = [next, runs, over].concat({
    ...returned,
    items: returned.items.map((item) => ({ ...item, isRevoked: true })),
  });
  const user = newUser({
    yearlyLicence: { startsOn: facts.from, endsOn: inDays(665), wantsReminder: true },
  });
  await openShop({ path: paths.myOrders.path, user, orders });
  const links = page.getByRole('link', { name: /^Licence and card, / });
  await expect.element(links).toHaveLength(2);
  await resize(360, 800);
  expect(await faults()).toEqual([]);
  await links.first().click();

  const [item] = runs.items;
  expect(shownUrl()).toBe(itemLicencePath(runs._id, item?._id ?? ''));
  const main = page.getByRole('main');
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(item?.productName ?? '');
  expect(factOf(main, 'Last day')).toBe(dayInWords(facts.until));
  await expect
    .element(page.getByRole('region', { name: 'How many items it covers' }))
    .toMatchTextContent(yearlyCovers);
  const card = page.getByRole('region', { name: 'Licence card' });
  await expect.element(card).toMatchTextContent(`Last day: ${dayInWords(facts.until)}`);
  await expect.element(card).toMatchTextContent('Covers: all designs');
  await expect.element(card).not.toMatchTextContent('100 items');
  await expect.element(card.getByRole('img', { name: /^QR code/ })).toBeVisible();
  expect(await faults()).toEqual([]);
});
