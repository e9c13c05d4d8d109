import { expect, test } from 'vitest';
import { mailProblem } from '#studio/features/today/mail-problem.ts';

test.each([
  ['EENVELOPE 550', 'The mail server refused the address (EENVELOPE 550)'],
  ['EENVELOPE 451', 'The mail server asked us to try later (EENVELOPE 451)'],
  ['EMESSAGE 554', 'The mail server refused the e-mail (EMESSAGE 554)'],
  ['EAUTH 535', 'The mail server refused the shop’s sign-in (EAUTH 535)'],
  ['ESOCKET', 'The mail server can’t be reached (ESOCKET)'],
  [
    'ESOCKET: self-signed certificate',
    'The mail server’s certificate can’t be trusted (ESOCKET: self-signed certificate)',
  ],
  [
    'EENVELOPE 450: Greylisted, see 10.0.0.550',
    'The mail server asked us to try later (EENVELOPE 450: Greylisted, see 10.0.0.550)',
  ],
  [
    'attachments StoreUnreachable',
    'The attached files can’t be read (attachments StoreUnreachable)',
  ],
  [
    'unrecorded 23514: the mail server took it',
    'It was sent, but that couldn’t be recorded (unrecorded 23514: the mail server took it)',
  ],
  ['TypeError', 'The e-mail couldn’t be sent (TypeError)'],
])('%s is explained as: %s', (codes, text) => {
  expect(mailProblem(codes)).toBe(text);
});
