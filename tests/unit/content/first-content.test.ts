import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstContent } from '#server/platform/content/first-content.ts';

/** Shorter ones may be a label of the shop's own by chance. */
const shortest = 21;
/** Names that the licence rules have too. */
const names = ['Wholesale and print-on-demand'];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= shortest ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function sourcesBelow(rooms: readonly string[]) {
  return rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|html|svg)$/.test(name) && !/first-(content|pages)\.ts$/.test(name))
      .map((name) => ({
        name: join(room, name),
        text: readFileSync(join(room, name), 'utf8').replace(/\s+/g, ' '),
      })),
  );
}

test('no text that the studio can change is anywhere else in the source', () => {
  const texts = textsIn(firstContent).filter((text) => !names.includes(text));

  const found = sourcesBelow(['contract', 'src', 'sw', 'server', 'studio']).flatMap(
    ({ name, text }) =>
      texts.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`),
  );

  expect(texts.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

/** The rooms whose pages and notifications could speak for the studio. */
const rooms = [
  ...['home', 'legal', 'storefront', 'catalogue', 'product', 'cart', 'wishlist', 'commissions'].map(
    (feature) => `src/features/${feature}`,
  ),
  'server/commissions',
  'server/lists',
];
/** A label or a name has fewer. */
const sentenceWords = 8;
const strings = /'((?:[^'\\]|\\.)*)'|`([^`]*)`|>([^<>{}=;]+)[<{]/g;

/** What they say about the app itself, to whoever uses it. */
const ownSentences: readonly string[] = [
  'A buyer has answered about a custom design',
  'A … can hold up to … designs.',
  'A delivered design has had no answer for four weeks',
  'All rounds of changes in the quote are used.',
  'Browsers check signatures over https alone, and this address isn’t. …',
  'Checked with this shop’s list of keys and revoked licences, last synced',
  'Designs in this colour: …, about …% of this one',
  'Each design you buy has its own licence page with your name on it. Find it in',
  'Each licence has a card with a QR code. Scan the code with a phone’s camera, or paste its link here. The check needs no account. It happens on this device, offline too, and nobody learns which card you check.',
  'If it wasn’t you, you can ignore this e-mail.',
  'If you don’t answer before …, it counts as accepted.',
  'If you sent it with another account, sign in there to see it.',
  'It doesn’t know the kind of signature (Ed25519). Update the browser, or open the link in another one.',
  'It is finished then: you get its files',
  'It isn’t on your cart any more. To use it, open its link again.',
  'It wasn’t in the shop when this device was last online. New designs appear when you’re back online.',
  'Its files are still being drawn. You can buy it very soon.',
  'No QR code was found in this picture. Take it closer and straight from above.',
  'Once it is paid, a design usually takes about a week, and at most 14 days.',
  'Paste the link or the code of a licence card.',
  'Paste the whole link that you copied in Safari.',
  'Prices in USD. No tax is added. Download your files right after paying.',
  'See it on a cushion, a mug and more',
  'See it on cloth at its real size',
  'Show it to a marketplace or a print shop. Anyone can scan the code to check it, without an account and without a signal. It has the name and the company on your account at purchase.',
  'Sign up for updates to hear when custom requests open.',
  'Since you haven’t answered for four weeks, it counts as accepted.',
  'Somebody sent us a custom request with this e-mail address. If it was you, the button opens it, and shows you what becomes of it. Please don’t pass the link on.',
  'Take a photo of a fabric or a thread, or paste a picture, and tap its colour. It stays on your device.',
  'Thank you for your custom request. Here is what you sent:',
  'The card is genuine, but the shop has refunded or revoked this licence. It no longer covers anything.',
  'The card names a key that isn’t in the list on this device. Connect to the internet and check again. If it stays unknown, this shop didn’t sign the card.',
  'The designs couldn’t be added. Please try again when you’re connected.',
  'The licence texts couldn’t be loaded. They’ll appear when the connection is back.',
  'The list of keys isn’t saved on this device. Connect to the internet and open this page again.',
  'The picture couldn’t be made. Print the card instead.',
  'Open the request to send a quote with a price and a year. Reply to this e-mail to answer them.',
  'This year has begun. If you accept it now, it still ends on',
  'You have asked already. Here is your request.',
  'You need an approved account to ask for one.',
  'Your payment was returned, and the yearly licence has ended.',
  'Your yearly licence is paid. You find it in My orders.',
  'You’re offline. You can send it once you’re back online.',
  'The shop can’t be reached. We’ll check the code once it can.',
  'The shop can’t be reached. We’ve saved this code for later.',
  'The studio stops working on it. This can’t be undone, but you can send a new one.',
  'The text of licences bought today. Licences you already have stay as they were.',
  'There is no picture to paste. Copy one first, or choose a photo.',
  'This browser can’t save it, so write it down: …. Enter it in your cart',
  'This browser can’t take your cart to the checkout. Sign in first: your account keeps it.',
  'This file can’t be read as a picture. Choose a JPEG, PNG or WebP.',
  'This shop didn’t sign this card, or something on it was changed. Ask for the original card or its link.',
  'This shop signed the card, and nothing on it was changed.',
  'This shop signed the card, nothing on it was changed, and the licence is in force.',
  'None of its designs can be shown right now.',
  'Their account was rejected, so they can answer by e-mail only.',
  'What you shared couldn’t be saved. Please add it in the form.',
  'You can’t sign in to our shop any more. Please answer this e-mail instead.',
  'We’ll answer by e-mail, with a link to follow your request.',
  'What happens next: we read your request and send you a quote or a question. Nothing is drawn or charged before you accept a quote.',
  'What you may and may not do with a design',
  'You already have the coupon …, and an order takes one. Which one do you want to use?',
  'You can ask for changes as often as you like.',
  'You get the files in My orders once the rest is paid.',
  'You keep …. To use … instead, open its link again.',
  'Your account now has the licence “…”, and this one will too. It was “…”.',
  'Your answer couldn’t be sent. Please try again when you’re connected.',
  'Your browser blocks notifications from this shop. Allow them in its settings for this site first.',
  'Your custom design is accepted. Once you have paid the rest of its price, …, you get its files and licence in My orders.',
  'Your custom design is ready, and we haven’t heard from you. Please look at it, and accept it or ask for changes.',
  'Your message couldn’t be sent. It is still here.',
  'Your message will be sent when the connection is back.',
  'Your request couldn’t be withdrawn. Please try again when you’re connected.',
  'Your saved code. Apply it at any time.',
  'You’re offline. You can pay once you’re back online.',
];

test('pages and notifications have no sentences of their own but about the app', () => {
  const found = sourcesBelow(rooms).flatMap(({ text }) =>
    [...text.replace(/\/\*.*?\*\//g, '').matchAll(strings)]
      .map((groups) =>
        (groups[1] ?? groups[2] ?? groups[3] ?? '').replace(/\$\{[^}]*\}/g, '…').trim(),
      )
      .filter((each) => /^[A-Z][a-z’]* /.test(each) && each.split(' ').length >= sentenceWords),
  );

  expect(found.toSorted()).toEqual(ownSentences.toSorted());
});
