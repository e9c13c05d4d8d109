import { staffResetPath } from '#contract/studio/password-reset.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';

/** The mails about the accounts of staff. */

/** To somebody invited to run the studio: `path` opens the invitation, which is valid for `hours`. */
export function studioInvited(
  head: Letterhead,
  { path, hours }: { readonly path: string; readonly hours: number },
): Letter {
  return writeLetter(head, {
    subject: `Your invitation to the ${head.studioName} studio`,
    paragraphs: [
      `Hello, you are invited to run ${head.studioName}.`,
      `Have an authenticator app ready and set your password within ${hours} hours. The link works once. Earlier links and passwords no longer work.`,
      'Anyone with this link can take over the account, so don’t share it.',
    ],
    action: { label: 'Set up your account', path },
  });
}

/** To a staff member who forgot the password; the link alone sets none. */
export function staffResetLink(head: Letterhead, token: string): Letter {
  return writeLetter(head, {
    subject: `A new password for the ${head.studioName} studio`,
    paragraphs: [
      'Hello, someone requested a new password for your studio account.',
      'Open this link within an hour. You also need a code from your authenticator app, a recovery code, or another owner who confirms it.',
      'If this wasn’t you, ignore this e-mail: nothing changes.',
    ],
    action: { label: 'Set a new password', path: staffResetPath(token) },
  });
}

/** To an owner: a colleague asks to confirm a new password. */
export function staffResetAsked(
  head: Letterhead,
  person: { readonly name: string; readonly email: string },
): Letter {
  const named = person.name === '' ? person.email : `${person.name} (${person.email})`;
  return writeLetter(head, {
    subject: `${person.email} asks you to confirm a new password`,
    paragraphs: [
      `${named} forgot the password for the ${head.studioName} studio and asks an owner to confirm a new one.`,
      'Ask them in person or on the phone before you confirm: anyone who reads their e-mail could have sent this.',
    ],
    action: { label: 'Open the team', path: '/studio/team' },
  });
}

/** To a staff member whose new password an owner confirmed. The link itself isn't stored. */
export function staffResetConfirmed(head: Letterhead): Letter {
  return writeLetter(head, {
    subject: `You can set a new password for the ${head.studioName} studio`,
    paragraphs: [
      'Hello, an owner confirmed your request. Go back to the page of the first link, or open that link again, and set your new password within an hour.',
    ],
  });
}

/** What happens to who is an owner. */
export type OwnerChange = 'invited' | 'promoted' | 'demoted' | 'removed';

/** To every other owner: one of them made somebody an owner, or ended it. */
export function ownersChanged(
  head: Letterhead,
  what: OwnerChange,
  { actor, email }: { readonly actor: string; readonly email: string },
): Letter {
  const happened = {
    invited: `${actor} invited ${email} to the ${head.studioName} studio as an owner`,
    promoted: `${actor} made ${email} an owner of the ${head.studioName} studio`,
    demoted: `${actor} made ${email} an editor of the ${head.studioName} studio, no longer an owner`,
    removed: `${actor} removed ${email}, an owner, from the ${head.studioName} studio`,
  }[what];
  return writeLetter(head, {
    subject: `The owners of the ${head.studioName} studio have changed`,
    paragraphs: [
      `Hello, ${happened}. They confirmed it with their password and a code.`,
      'If you didn’t expect this, talk to them at once. On the screen “Team”, owners see everybody’s role and can remove people.',
    ],
    action: { label: 'Open the team', path: '/studio/team' },
  });
}

/** To a staff member whose password was just changed. */
export function staffPasswordChanged(head: Letterhead): Letter {
  return writeLetter(head, {
    subject: `Your password for the ${head.studioName} studio was changed`,
    paragraphs: [
      'Hello, your studio account has a new password, and all your devices are signed out.',
      'If this wasn’t you, tell an owner of the studio at once: they can remove the account and invite you again.',
    ],
    action: { label: 'Open the studio', path: '/studio/' },
  });
}

/** To a staff member who signed in with a recovery code and set up a new authenticator. */
export function authenticatorReplaced(head: Letterhead): Letter {
  return writeLetter(head, {
    subject: `Your ${head.studioName} studio account has a new authenticator`,
    paragraphs: [
      'Hello, somebody signed in with your password and a recovery code, and set up a new authenticator app. All other devices are signed out.',
      'If this wasn’t you, tell an owner of the studio at once: they can remove the account and invite you again.',
    ],
    action: { label: 'Open the studio', path: '/studio/' },
  });
}
