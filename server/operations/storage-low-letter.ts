import { type Letter, writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';

/** The mail to the studio that the shop's storage is nearly full, with `freeBytes` left. */
export function storageLowLetter(head: Letterhead, freeBytes: number): Letter {
  const left = `${Math.floor(freeBytes / 1_000_000).toLocaleString('en-US')} MB`;
  return writeLetter(head, {
    subject: `The shop's storage is nearly full: ${left} left`,
    paragraphs: [
      `The disk that the shop keeps its data on has ${left} left.`,
      'When it is full, buyers can still look around, but nobody can order, sign up or upload until there is room again.',
      'Please make room on that disk or move the shop to a larger one. Old backups in the folder "backups" are often the largest part; copy them elsewhere before you delete any.',
      'While the storage is low you get this mail once a day.',
    ],
    action: { label: 'Open the studio', path: '/studio/' },
  });
}
