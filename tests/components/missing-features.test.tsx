import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { cardText, licenceCheckPath } from '#contract/shop/licence-card.ts';
import { factsBytes } from '#contract/shop/licence-facts.ts';
import { paths } from '#contract/shop/paths.ts';
import { toBase64url } from '#contract/wire/base64url.ts';
import { openShop } from '#tests/support/open-shop.tsx';

/** A browser without one of its features, until the test ends. */
function takeAway(owner: object, name: string): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  if (!before) return;
  Reflect.deleteProperty(owner, name);
  onTestFinished(() => {
    Object.defineProperty(owner, name, before);
  });
}

test('a licence card is checked by its code where a browser reads none from a photo', async () => {
  takeAway(globalThis, 'BarcodeDetector');
  await openShop({ path: paths.licence.path });
  const check = page.getByRole('region', { name: 'Check a licence card' });
  await expect.element(check.getByLabelText('Link or code of a licence card')).toBeVisible();
  expect(check.getByText(/photo/i).elements()).toHaveLength(0);
});

test('where a browser knows no Ed25519, a card is neither called valid nor false', async () => {
  const { importKey } = crypto.subtle;
  crypto.subtle.importKey = () =>
    Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
  onTestFinished(() => {
    crypto.subtle.importKey = importKey;
  });
  const facts = {
    v: 1,
    id: 'a'.repeat(24),
    key: 'decade00',
    design: 'Foxes',
    kind: 'SMALL_BUSINESS',
    to: 'Hazel Button',
    order: 'PW-ABCDEF',
    on: '2026-11-28',
    goods: 100,
    text: '2026-11',
  } as const;
  const card = cardText(factsBytes(facts), new Uint8Array(64));
  await openShop({
    path: licenceCheckPath(card),
    prepare({ handlers }) {
      const publicKey = toBase64url(new Uint8Array(32));
      handlers.licenceRegister = () => ({ keys: [{ id: facts.key, publicKey }], revoked: '' });
    },
  });
  const result = page.getByRole('region', { name: 'Check a licence card' }).getByRole('status');
  await expect.element(result).toMatchTextContent('This browser can’t check the card');
  await expect.element(result).toMatchTextContent('Update the browser');
});
