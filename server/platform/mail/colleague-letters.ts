import { invitationDays, invitationPath } from '#contract/shop/colleagues.ts';
import { paths } from '#contract/shop/paths.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';

/** Mails about sharing an account. Their words are the shop's own, because they name parts of it. */

interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`;

/** To somebody whom an account's owner invites. Not a word of it is the owner's: anybody's address can be typed. */
export function colleagueInvited(head: Letterhead, token: string): Letter {
  return writeLetter(head, {
    subject: `An invitation to share an account at ${head.studioName}`,
    paragraphs: [
      `Hello, you are invited to share an account at ${head.studioName}: its orders, files, licences and cart. The invitation shows whose it is.`,
      `Choose a password of your own within ${invitationDays} days. The link works once, and earlier ones no longer work.`,
      'If you don’t expect this, you don’t need to do anything.',
    ],
    action: { label: 'See the invitation', path: invitationPath(token) },
  });
}

/** To the owner of an account that somebody joined. */
export function colleagueJoined(
  head: Letterhead,
  owner: Named,
  colleague: Named & { readonly email: string },
): Letter {
  return writeLetter(head, {
    subject: `${nameOf(colleague)} now shares your account at ${head.studioName}`,
    paragraphs: [
      `Hello ${owner.firstName}, ${nameOf(colleague)} (${colleague.email}) has accepted your invitation. They see your orders, files and licences, and can buy for you.`,
      'You didn’t invite them? Remove them in My account, then change your password.',
    ],
    action: { label: 'Open My account', path: paths.myAccount.path },
  });
}

/** To the owner of an account that a colleague left. */
export function colleagueLeft(
  head: Letterhead,
  owner: Pick<Named, 'firstName'>,
  colleague: Named & { readonly email: string },
): Letter {
  return writeLetter(head, {
    subject: `${nameOf(colleague)} no longer shares your account at ${head.studioName}`,
    paragraphs: [
      `Hello ${owner.firstName}, ${nameOf(colleague)} (${colleague.email}) has left your account. Their devices are signed out, and their password is deleted.`,
    ],
    action: { label: 'Open My account', path: paths.myAccount.path },
  });
}

/** To a colleague with whom an account is no longer shared. */
export function colleagueRemoved(head: Letterhead, colleague: Named, owner: Named): Letter {
  return writeLetter(head, {
    subject: `You no longer share an account at ${head.studioName}`,
    paragraphs: [
      `Hello ${colleague.firstName}, the account of ${nameOf(owner)} is no longer shared with you. Your devices are signed out, and your password is deleted.`,
    ],
  });
}
