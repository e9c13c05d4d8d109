import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import type { Env } from '../env.ts';
import { parseIpAddress } from '../ip-address.ts';
import { MailUnanswered } from './mail-error.ts';
import type { ClaimedMail } from './outbox.ts';

/** A mail with the contents of its attachments. */
export interface OutgoingMail extends Omit<ClaimedMail, 'attachments' | 'paperOf'> {
  readonly attachments: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Sends mails. Rejects if a mail wasn't sent. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
}

/** How to send, if not as usual. */
interface Options {
  /** How long the mail server may take over an answer, in ms; `patientMs` by default. */
  readonly answerMs?: number;
  readonly tell?: (line: string) => void;
}

/**
 * For a mail server that checks each mail before it accepts it, in ms. RFC 5321 (4.5.3.2.6) asks for ten minutes, but
 * meanwhile the process sends no other mail, and the codes of sign-ins are valid for two.
 */
const patientMs = 60_000;
/** Where somebody is waiting. */
export const impatientMs = 30_000;

/** SMTP if it is configured; otherwise mails are written to a folder and announced in the terminal. */
export function mailTransport(
  env: Env,
  { answerMs = patientMs, tell = (line) => process.stdout.write(`${line}\n`) }: Options = {},
): MailTransport {
  return env.smtpUrl === null
    ? folderTransport(env, tell)
    : smtpTransport(env, env.smtpUrl, answerMs);
}

// Nodemailer is loaded with the first mail, because most of the time there is none to send.
const loadNodemailer = async () => (await import('nodemailer')).default;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000 };

async function openSmtp(smtpUrl: string, answerMs: number) {
  return (await loadNodemailer()).createTransport({
    url: smtpUrl,
    ...timeouts,
    socketTimeout: answerMs,
    ...(isOnThisMachine(new URL(smtpUrl).hostname) && { tls: { rejectUnauthorized: false } }),
  });
}

/** Whether the mail server is on this machine. Debian's Postfix has a certificate that it signed itself. */
export function isOnThisMachine(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || parseIpAddress(host)?.range() === 'loopback';
}

/** Connects to the mail server and signs in, without sending anything. Rejects if that fails. */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const transport = await openSmtp(smtpUrl, impatientMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function smtpTransport(env: Env, smtpUrl: string, answerMs: number): MailTransport {
  /** The message ids of the mails that were sent as a whole. */
  const whole = new Set<unknown>();
  const connected = once(async () => {
    const transport = await openSmtp(smtpUrl, answerMs);
    return transport.use('stream', ({ data, message: sent }, next) => {
      sent.transform(() => new PassThrough().once('end', () => whole.add(data.messageId)));
      next();
    });
  });
  return {
    async send(mail) {
      const transport = await connected();
      const letter = message(env, mail);
      try {
        await transport.sendMail(letter);
      } catch (error) {
        const isAnswered =
          !whole.has(letter.messageId) || Reflect.has(Object(error), 'responseCode');
        throw isAnswered || !(error instanceof Error) ? error : new MailUnanswered(error);
      } finally {
        whole.delete(letter.messageId);
      }
    },
  };
}

function folderTransport(env: Env, tell: (line: string) => void): MailTransport {
  const folder = join(env.dataDir, 'mail');
  const composer = once(async () => {
    await mkdir(folder, { recursive: true });
    return (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true });
  });
  return {
    async send(mail) {
      const transport = await composer();
      const { message: bytes } = await transport.sendMail(message(env, mail));
      const path = join(folder, `${mail.createdAt.replace(/\W/g, '')}-${mail.id}.eml`);
      await writeFile(`${path}.part`, bytes as Buffer);
      await rename(`${path}.part`, path);
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      tell(`E-mail "${mail.subject}" saved to ${path}${link ? `\n  ${link}` : ''}`);
    },
  };
}

function message(env: Env, mail: OutgoingMail): SendMailOptions {
  return {
    from: env.mailFrom,
    // As an object it is a single address, whatever characters it contains.
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.createdAt),
    // The same for every attempt, so that mail programs recognise repeats.
    messageId: `<${mail.id}@${new URL(env.publicUrl).hostname}>`,
    attachments: mail.attachments.map(({ name, bytes }) => ({
      filename: name,
      content: Buffer.from(bytes),
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: the mail program ends these e-mails in one press.
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
