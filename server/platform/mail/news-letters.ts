import { paths } from '#contract/shop/paths.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';
import { type Greeted, greetedName, wording } from './wording.ts';

/** To buyers, about what they asked to hear of. */

/** To an account's owner who asked to be notified when custom requests open (OP-35). */
export function customsOpen(head: Letterhead, owner: Greeted, unsubscribePath: string): Letter {
  return writeLetter(head, {
    ...wording(head, 'customsOpen', { name: greetedName(owner) }),
    action: { label: 'Request a custom design', path: paths.home.path },
    unsubscribePath,
  });
}

/**
 * To a buyer with saved searches: for each, what it looks for and the new designs. `path` opens what the button
 * leads to, `unsubscribePath` ends these mails. Its words are the shop's own, because they name the searches.
 */
export function newDesigns(
  head: Letterhead,
  owner: Greeted,
  found: {
    readonly searches: readonly { readonly label: string; readonly titles: string }[];
    readonly count: number;
    readonly path: string;
    readonly unsubscribePath: string;
  },
): Letter {
  const { searches, count, path, unsubscribePath } = found;
  const what = count === 1 ? 'A new design' : `${count} new designs`;
  const name = greetedName(owner);
  return writeLetter(head, {
    subject: `${what} for your searches at ${head.studioName}`,
    paragraphs: [
      `Hello${name && ` ${name}`}, ${count === 1 ? 'there is a new design' : `there are ${count} new designs`} that you wanted to know about.`,
      ...searches.map(({ label, titles }) => `${label}: ${titles}`),
      'You get at most one e-mail a day for the searches you saved in My account.',
    ],
    action: { label: 'See the new designs', path },
    unsubscribePath,
  });
}

/**
 * To a buyer who asked for news from the studio with the `words` beside the box: `path` confirms it. Its words are the
 * shop's own, because they are evidence.
 */
export function confirmNews(
  head: Letterhead,
  owner: Greeted,
  { words, path }: { readonly words: string; readonly path: string },
): Letter {
  const name = greetedName(owner);
  return writeLetter(head, {
    subject: `Please confirm: news from ${head.studioName} by e-mail`,
    paragraphs: [
      `Hello${name && ` ${name}`}, somebody, probably you, asked us to send news from ${head.studioName} to this address. The words beside the box were:`,
      `“${words}”`,
      'If it was you, press the button and confirm it on the page that opens. If it wasn’t, do nothing: without it, you get no news.',
    ],
    action: { label: 'Yes, send me news', path },
  });
}

/** To a buyer who gets news from the studio: `designs` in the cart, with their pages. */
export function fullCart(
  head: Letterhead,
  owner: Greeted,
  {
    designs,
    unsubscribePath,
  }: {
    readonly designs: readonly { readonly label: string; readonly path: string }[];
    readonly unsubscribePath: string;
  },
): Letter {
  return writeLetter(head, {
    ...wording(head, 'fullCart', { name: greetedName(owner) }),
    links: designs,
    action: { label: 'Open your cart', path: paths.cart.path },
    unsubscribePath,
  });
}

/** To everybody who bought a design whose files were replaced. */
export function filesReplaced(
  head: Letterhead,
  owner: Greeted,
  {
    title,
    files,
    unsubscribePath,
  }: {
    readonly title: string;
    readonly files: readonly string[];
    readonly unsubscribePath: string;
  },
): Letter {
  return writeLetter(head, {
    ...wording(head, 'filesReplaced', {
      name: greetedName(owner),
      design: title,
      files: files.join(', '),
    }),
    action: { label: 'Go to your orders', path: paths.myOrders.path },
    unsubscribePath,
  });
}
