import type { AccountStatus } from '#contract/shop/account.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { paths } from '#contract/shop/paths.ts';
import { daysLeftText } from '#contract/shop/yearly-licence.ts';
import { limits } from '#contract/wire/limits.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';
import { type Greeted, greetedName, wording } from './wording.ts';

/** To an account's owner, about the account. */

/** To a new account that waits for approval. */
export function registered(head: Letterhead): Letter {
  return writeLetter(head, {
    ...wording(head, 'registered', {}),
    action: { label: 'Browse designs', path: paths.shop.path },
  });
}

/** To an account's owner after the studio's decision; `reason` in the studio's words. */
export function accountDecided(
  head: Letterhead,
  account: Greeted & { readonly status: Exclude<AccountStatus, 'pending'> },
  reason = '',
): Letter {
  const name = greetedName(account);
  if (account.status === 'approved') {
    return writeLetter(head, {
      ...wording(head, 'approved', { name }),
      action: { label: 'Open your cart', path: paths.cart.path },
    });
  }
  return writeLetter(head, {
    ...wording(head, 'rejected', { name, reason }),
    action: { label: 'Read about our licences', path: paths.licence.path },
  });
}

/** To a buyer whose yearly licence ends in `days`. Its words are the shop's own, because they name a checkbox of it. */
export function yearlyLicenceEnds(
  head: Letterhead,
  owner: Greeted,
  {
    endsOn,
    days,
    unsubscribePath,
  }: { readonly endsOn: string; readonly days: number; readonly unsubscribePath: string },
): Letter {
  const name = greetedName(owner);
  const date = dayInWords(endsOn);
  return writeLetter(head, {
    subject: `Your yearly licence at ${head.studioName} ends on ${date}`,
    paragraphs: [
      `Hello${name && ` ${name}`}, your yearly licence is valid until ${date} (${daysLeftText(days)}).`,
      'To renew it, ask for the next one in My orders, in good time. Once it ends, you can no longer sell under it.',
      'We send this e-mail once, before it ends. To turn it off, open My orders and untick the reminder.',
    ],
    action: { label: 'Open My orders', path: paths.myOrders.path },
    unsubscribePath,
  });
}

/** To somebody who forgot the password: the code, without a name, because nobody is identified yet. */
export function oneTimeCode(head: Letterhead, code: string): Letter {
  return writeLetter(head, {
    ...wording(head, 'oneTimeCode', { code, minutes: String(limits.otpSeconds / 60) }),
  });
}

export function passwordChanged(head: Letterhead, owner: Greeted): Letter {
  return writeLetter(head, {
    ...wording(head, 'passwordChanged', { name: greetedName(owner) }),
    action: { label: 'Set another password', path: paths.forgotPassword.path },
  });
}

/** To the previous address of an account (OP-34); `undoPath` restores it. */
export function emailChanged(head: Letterhead, owner: Greeted, undoPath: string): Letter {
  return writeLetter(head, {
    ...wording(head, 'emailChanged', {
      name: greetedName(owner),
      hours: String(limits.emailUndoHours),
    }),
    action: { label: 'Undo the change', path: undoPath },
  });
}

/** To the address restored to an account by undoing a change. */
export function emailRestored(head: Letterhead, owner: Greeted): Letter {
  return writeLetter(head, {
    ...wording(head, 'emailRestored', { name: greetedName(owner) }),
    action: { label: 'Set a new password', path: paths.forgotPassword.path },
  });
}

/** To the address that an account no longer has, because the change to it was undone. */
export function emailRemoved(head: Letterhead): Letter {
  return writeLetter(head, {
    ...wording(head, 'emailRemoved', {}),
  });
}

export function accountDeleted(head: Letterhead, owner: Greeted): Letter {
  return writeLetter(head, {
    ...wording(head, 'accountDeleted', { name: greetedName(owner) }),
  });
}
