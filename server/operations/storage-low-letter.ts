import { type Letter, writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';

/**
 * The mail to the studio that the shop's storage is nearly full, with `freeBytes` left. `where` is empty, or ` on` and
 * the machine's name, such as ` on atlas`.
 */
export function storageLowLetter(head: Letterhead, freeBytes: number, where: string): Letter {
  const left = `${Math.floor(freeBytes / 1_000_000).toLocaleString('en-US')} MB`;
  return writeLetter(head, {
    subject: `The shop’s storage${where} is nearly full: ${left} left`,
    paragraphs: [
      `The shop’s disk${where} has ${left} left.`,
      'When it is full, buyers can still browse, but nobody can order, sign up or upload until there is space again.',
      'Please free up space on that disk or move the shop to a larger one. Old backups in the folder "backups" are often the largest part; copy them elsewhere before you delete any.',
      'You’re notified once a day while storage is low.',
    ],
    action: { label: 'Open the studio', path: '/studio/' },
  });
}
