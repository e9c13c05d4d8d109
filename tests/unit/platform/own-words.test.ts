import { expect, test } from 'vitest';
import { ownWords } from '#server/platform/mail/own-words.ts';

test.each([
  ['plain', 'Blue, please.\r\n\r\nThanks', 'Blue, please.\n\nThanks'],
  ['a quote with who wrote it', 'Blue.\n\nOn Mon, 1 Jan 2026, Pinwheel wrote:\n> Which?', 'Blue.'],
  [
    'who wrote it over two lines',
    'Blue.\n\nOn Mon, 1 Jan 2026 at 10:00, Pinwheel\n<hello@x.example> wrote:\n\n> Which?',
    'Blue.',
  ],
  ['German', 'Blau.\n\nAm 01.01.26 um 10:00 schrieb Pinwheel:\n> Which?', 'Blau.'],
  ['French', 'Bleu.\n\nLe 1 janv. 2026 à 10:00, Pinwheel a écrit :\n> Which?', 'Bleu.'],
  [
    'Outlook',
    'Blue.\n\n________________________________\nFrom: Pinwheel\nSent: Monday\n\nWhich?',
    'Blue.',
  ],
  [
    'Outlook without a line',
    'Blue.\n\nFrom: Pinwheel <hello@x.example>\nSent: Monday\nTo: Ada\n\nWhich?',
    'Blue.',
  ],
  ['an original message', 'Blue.\n\n-----Original Message-----\nWhich?', 'Blue.'],
  ['a signature', 'Blue.\n\n-- \nAda Lamp\nLamps Ltd', 'Blue.'],
  ['an answer below the quote', 'On Monday Pinwheel wrote:\n> Which?\n\nBlue.', 'Blue.'],
  ['nothing but a quote', '> Which?', ''],
  ['nothing but an original message', '-----Original Message-----\nWhich?', ''],
  ['a line with a colon', 'On the left:\nblue', 'On the left:\nblue'],
  ['invisible characters', 'Bl\u0000ue\u200b', 'Blue'],
])('keeps of %s what its sender wrote', (_, text, words) => {
  expect(ownWords(text)).toBe(words);
});

test('long lines of marks take no time', () => {
  expect(ownWords(`${'-'.repeat(200_000)}x\n${'On '.repeat(60_000)}`)).not.toBe('');
});
