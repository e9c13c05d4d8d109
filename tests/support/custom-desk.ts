import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { callPath, calls } from '#contract/shop/calls.ts';
import { requestTokenHeader } from '#contract/shop/own-paths.ts';
import type { ThreadKind } from '#contract/shop/thread.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { parseExactly } from '#tests/support/send-call.ts';
import { queuedMails } from './queued-mails.ts';

/** A request as a buyer fills it in. */
export const fields = {
  name: 'Ada Lamp',
  email: 'ada@elsewhere.example',
  designType: 'Exclusive',
  description: 'Foxes in a wood.\n\nWith lanterns, please.',
};

/** What is sent; by default the fields above. */
export interface Sent {
  readonly fields?: Readonly<Record<string, string>>;
  readonly images?: readonly (Uint8Array | { readonly name: string; readonly bytes: Uint8Array })[];
  /** The field name of the images. */
  readonly under?: string;
  readonly token?: string;
  readonly key?: string;
  /** Instead of a custom request: a message about this. */
  readonly about?: { readonly kind: ThreadKind; readonly id: string };
  /** Instead of a custom request: a review of this design. */
  readonly review?: string;
  /** The token of a mailed link. */
  readonly link?: string;
}

/** A studio that accepts custom requests, or doesn't. */
export async function setUp(status: 'On' | 'Off' = 'On') {
  const services = await makeServices();
  await setStatus(services, status);
  await makeChange(services, (change) =>
    writeSetting(change, 'studio', {
      name: 'Pinwheel',
      designers: [{ name: 'Clementine Fox', email: 'clementine@pinwheel.example' }],
      socialLink: '',
      termsVersion: '1',
    }),
  );
  const app = createApp(services);
  return { services, app };
}

export function setStatus(services: AppServices, status: 'On' | 'Off'): Promise<void> {
  return makeChange(services, (change) => writeSetting(change, 'customStatus', status));
}

export async function sendForm(app: Hono, sent: Sent = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, text] of Object.entries(sent.fields ?? fields)) form.append(name, text);
  for (const image of sent.images ?? []) {
    const { name, bytes } = 'bytes' in image ? image : { name: 'a.png', bytes: image };
    const file = new File([new Uint8Array(bytes)], name, { type: 'image/png' });
    form.append(sent.under ?? 'referenceImages', file);
  }
  // Encoded up front, so that aborting it doesn't affect anybody's stream.
  const written = new Response(form);
  return app.request(pathOf(sent), {
    method: 'POST',
    body: await written.arrayBuffer(),
    headers: {
      'Content-Type': written.headers.get('content-type') ?? '',
      ...(sent.token && { Authorization: `Bearer ${sent.token}` }),
      ...(sent.key && { 'Idempotency-Key': sent.key }),
      ...(sent.link && { [requestTokenHeader]: sent.link }),
    },
  });
}

function pathOf({ about, review }: Sent): string {
  if (review !== undefined) return callPath('sendReview', { id: review });
  return about ? callPath('sendMessage', about) : callPath('customRequest');
}

export async function created(app: Hono, sent: Sent = {}) {
  const response = await sendForm(app, sent);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`refused: ${text}`);
  return parseExactly(calls.customRequest.answer, text) as { data: { _id: string } };
}

export async function refused(app: Hono, sent: Sent = {}) {
  const response = await sendForm(app, sent);
  const problem = parseExactly(problemSchema, await response.text()) as {
    code: string;
    message: string;
    fields?: Record<string, string>;
  };
  return { status: response.status, ...problem };
}

/** Every file in the shop's folder that a request could have left. */
export async function filesLeft({
  env,
}: TestServices): Promise<{ uploads: number; unfinished: number }> {
  const count = async (folder: string) =>
    (await readdir(join(env.dataDir, folder)).catch(() => [])).length;
  return { uploads: await count('uploads'), unfinished: await count('unfinished') };
}

export async function rowsOf(services: AppServices) {
  const { read } = services.database;
  return {
    requests: await read.selectFrom('customRequests').selectAll().execute(),
    images: await read.selectFrom('customRequestImages').selectAll().orderBy('position').execute(),
    mails: await queuedMails(services),
  };
}

export async function mailsOut(services: AppServices): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  const transport = {
    send: async (mail: OutgoingMail) => {
      mails.push(mail);
    },
  };
  while (await sendNext(services, transport));
  return mails;
}
