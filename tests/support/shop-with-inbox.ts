import { onTestFinished } from 'vitest';
import { createApp } from '#server/app.ts';
import { readInbox } from '#server/messages/read-inbox.ts';
import type { Services } from '#server/platform/services/services.ts';
import { addOrder } from './add-order.ts';
import { addProduct } from './add-product.ts';
import { call } from './call.ts';
import { created, mailsOut } from './custom-desk.ts';
import { localMailbox } from './local-mailbox.ts';
import { makeServices } from './make-services.ts';
import { newId } from './new-id.ts';
import { signUp } from './sign-up.ts';
import { callStudio } from './studio-call.ts';
import { joinStudio } from './studio-person.ts';

interface Sent {
  readonly from?: string;
  readonly text?: string;
  readonly id?: string;
  readonly headers?: readonly string[];
}

/** A shop that reads a mailbox, with a buyer who wrote `Blue?` about an order. */
export async function shopWithInbox() {
  const mailbox = await localMailbox();
  onTestFinished(() => mailbox.close().catch(() => {}));
  const services = await makeServices({ settings: { MAIL_INBOX_URL: mailbox.url } });
  const { mailInbox } = services.env;
  if (!mailInbox) throw new Error('no inbox');
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  const { id: accountId, token } = await signUp(services, { email: 'ada@shop.example' });
  const productIds = [await addProduct(services)];
  const { id: orderId } = await addOrder(services, { accountId, productIds });
  await created(app, { about: { kind: 'order', id: orderId }, token, fields: { text: 'Blue?' } });
  await mailsOut(services);
  services.pass(1000);
  return {
    ...{ services, app, cookie, mailbox, mailInbox },
    /** Answers the buyer; returns the mail. */
    async answer() {
      await callStudio(app, 'answerThread', {
        ...{ cookie, params: { kind: 'order', id: orderId } },
        body: { messageId: newId(), text: 'Which blue?' },
      });
      services.pass(1000);
      const [mail] = await mailsOut(services);
      if (!mail) throw new Error('no mail');
      return mail;
    },
    deliver(
      answers: string,
      {
        from = 'Ada <ADA@shop.example>',
        text = 'The dark one.',
        id = 'one',
        headers = [],
      }: Sent = {},
    ): void {
      const isTyped = headers.some((line) => line.startsWith('Content-Type'));
      mailbox.deliver(
        [
          `From: ${from}`,
          `Message-ID: <${id}@ada.example>`,
          `In-Reply-To: <${answers}@localhost>`,
          ...(isTyped ? [] : ['Content-Type: text/plain; charset=utf-8']),
          ...headers,
          ...['', text, ''],
        ].join('\n'),
      );
    },
    read: (by: Services = services) => readInbox(by, mailInbox, new AbortController().signal),
    async written(): Promise<string[]> {
      const { threads } = (await call(app, 'ownThreads', { token })).answer;
      return threads.flatMap(({ messages }) => messages.map(({ text }) => text));
    },
    async inboxCheck() {
      const { answer: health } = await callStudio(app, 'healthCheck', { cookie });
      return health.checks.find(({ id }) => id === 'inbox');
    },
  };
}

/** What is written once the shop answered. */
export const answered = (...more: string[]) => ['Blue?', 'Which blue?', ...more];
