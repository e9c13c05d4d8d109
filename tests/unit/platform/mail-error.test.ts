import { expect, test } from 'vitest';
import { isRefusedForGood, mailProblem } from '#server/platform/mail/mail-error.ts';

const answered = (response: string, facts: object) =>
  Object.assign(new Error(`Can't send mail: ${response}`), {
    responseCode: Number(response.slice(0, 3)),
    response,
    ...facts,
  });
const rcpt = { code: 'EENVELOPE', command: 'RCPT TO' };

test('a failure has its codes and the words of the mail server or network, without addresses', () => {
  const quoting = '550-5.1.1 <ada@full.example>: Recipient address rejected:\r\n550 User unknown';
  const socket = Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET' });

  expect(mailProblem(answered(quoting, rcpt))).toBe(
    'EENVELOPE 550: 5.1.1 … Recipient address rejected: User unknown',
  );
  expect(mailProblem(socket)).toBe('ESOCKET: self-signed certificate');
  expect(mailProblem(new TypeError())).toBe('TypeError');
  expect(mailProblem('no error')).toBe('unknown');
  expect(mailProblem(answered(`450 ${'x'.repeat(9000)}`, rcpt)).length).toBeLessThan(330);
});

test.each([
  ['550 5.1.1 User unknown', rcpt, true],
  ['552 5.2.2 Mailbox full', rcpt, true],
  ['450 4.2.0 Greylisted', rcpt, false],
  ['554 5.7.1 Looks like spam', { code: 'EMESSAGE', command: 'DATA' }, true],
  ['451 4.3.0 Try later', { code: 'EMESSAGE', command: 'DATA' }, false],
  // These refuse the shop, not the recipient: somebody will mend that.
  ['530 5.7.0 Authentication required', { code: 'EENVELOPE', command: 'MAIL FROM' }, false],
  ['530 5.7.0 Authentication required', rcpt, false],
  ['535 5.7.8 Wrong password', { code: 'EAUTH', command: 'AUTH PLAIN' }, false],
])('%s is final: %#', (response, facts, isFinal) => {
  expect(isRefusedForGood(answered(response, facts))).toBe(isFinal);
});

test('a lost connection is not final', () => {
  expect(isRefusedForGood(Object.assign(new Error('reset'), { code: 'ESOCKET' }))).toBe(false);
});
