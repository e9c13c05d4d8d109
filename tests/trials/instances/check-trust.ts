import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import type { Hono } from 'hono';
import type { AppServices } from '#server/services.ts';
import { call } from '#tests/support/call.ts';
import type { AcceptedPush } from '#tests/support/push-sink.ts';
import type { ShopKill } from './cause-faults.ts';
import type { AcceptedMail } from './mail-sink.ts';
import type { Acknowledged } from './workplace.ts';

/** One promise, and where it wasn't kept. */
export interface Verdict {
  readonly promise: string;
  readonly seen: string;
  readonly faults: readonly string[];
}

export interface Evidence {
  readonly services: AppServices;
  readonly app: Hono;
  readonly providerFile: string;
  readonly done: Acknowledged;
  readonly kills: readonly ShopKill[];
  /** By shop. */
  readonly mails: readonly (readonly AcceptedMail[])[];
  readonly pushes: readonly (readonly AcceptedPush[])[];
}

/** Compares what was acknowledged with what was stored. */
export async function checkTrust(evidence: Evidence): Promise<Verdict[]> {
  return [
    await writes(evidence),
    await payments(evidence),
    await coupons(evidence),
    await mailsOnce(evidence),
  ];
}

/** What was acknowledged, and where it is stored. */
type Stored = Pick<Evidence, 'services' | 'app' | 'done'>;

export async function writes(evidence: Stored): Promise<Verdict> {
  const { done } = evidence;
  const lost = [
    ...(await lostCarts(evidence)),
    ...(await lostRows(evidence)),
    ...(await lostFiles(evidence)),
  ];
  return {
    promise: 'no acknowledged write is lost',
    seen: `${done.writes} acknowledged, ${lost.length} lost`,
    faults: [...lost, ...done.faults],
  };
}

async function lostCarts({ app, done }: Stored): Promise<string[]> {
  const lost: string[] = [];
  for (const [token, expected] of done.carts) {
    const { answer } = await call(app, 'cart', { token });
    const found = answer.items.map(({ productId }) => productId).sort();
    if (found.join() !== [...expected].sort().join()) {
      lost.push(`a cart has ${found.length} designs instead of ${expected.size}`);
    }
  }
  return lost;
}

async function lostRows({ services, done }: Stored): Promise<string[]> {
  const { read } = services.database;
  const accounts = await read.selectFrom('accounts').select('email').execute();
  const requests = await read.selectFrom('customRequests').select('description').execute();
  const emails = new Set(accounts.map(({ email }) => email));
  const lost = [...done.emails.keys()]
    .filter((email) => !emails.has(email))
    .map((email) => `account ${email}`);
  for (const description of done.requests) {
    const count = requests.filter((each) => each.description === description).length;
    if (count !== 1) lost.push(`custom request “${description}” is there ${count} times`);
  }
  return lost;
}

async function lostFiles({ services, done }: Stored): Promise<string[]> {
  const { database, files } = services;
  const lost: string[] = [];
  for (const [designId, expected] of done.files) {
    const rows = await database.read
      .selectFrom('productFiles')
      .select(['name', 'sha256'])
      .where('productId', '=', designId)
      .execute();
    for (const { name, sha256 } of expected) {
      const same = rows.filter((row) => row.name === name);
      if (same.length !== 1 || same[0]?.sha256 !== sha256) {
        lost.push(`file ${name} is there ${same.length} times`);
        continue;
      }
      const bytes = await buffer(files.readOriginal(sha256));
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        lost.push(`the bytes of ${name}`);
      }
    }
  }
  return lost;
}

/** What the provider captured is paid, and what is paid was captured, once, with one receipt. */
export async function payments({
  services,
  providerFile,
  done,
}: Pick<Evidence, 'services' | 'providerFile' | 'done'>): Promise<Verdict> {
  const { read } = services.database;
  const provider = new DatabaseSync(providerFile, { readOnly: true });
  const captures = provider
    .prepare('SELECT id FROM captures')
    .all()
    .map(({ id }) => String(id));
  provider.close();
  const orders = await read
    .selectFrom('orders')
    .select(['id', 'orderNumber', 'state', 'providerCaptureId', 'customerEmail'])
    .execute();
  const paid = orders.filter(({ state }) => state === 'paid');
  const paidIds = new Set(paid.map(({ id }) => id));
  const byCapture = new Set(paid.map(({ providerCaptureId }) => providerCaptureId));
  const receipts = await read.selectFrom('mailOutbox').select(['recipient', 'subject']).execute();
  const faults = [
    ...captures.filter((id) => !byCapture.has(id)).map((id) => `capture ${id} is no paid order`),
    ...[...done.paid, ...done.left]
      .filter((id) => !paidIds.has(id))
      .map((id) => `order ${id} is ${orders.find((order) => order.id === id)?.state}`),
    ...(captures.length === paid.length && byCapture.size === paid.length
      ? []
      : [
          `${captures.length} captures, ${paid.length} paid orders, ${byCapture.size} of them apart`,
        ]),
  ];
  for (const { orderNumber, customerEmail } of paid) {
    const count = receipts.filter(
      ({ recipient, subject }) =>
        recipient === customerEmail && subject === `Your receipt for order ${orderNumber}`,
    ).length;
    if (count !== 1) faults.push(`order ${orderNumber} has ${count} receipts`);
  }
  const seen = `${captures.length} captures, ${paid.length} paid orders, ${done.left.length} of them by buyers who left`;
  return { promise: 'captured is paid, paid is captured, with one receipt', seen, faults };
}

async function coupons({ services }: Evidence): Promise<Verdict> {
  const { read } = services.database;
  const rows = await read.selectFrom('coupons').selectAll().execute();
  const uses = await read.selectFrom('couponUses').select('couponId').execute();
  const orders = await read
    .selectFrom('orders')
    .select('couponCode')
    .where('state', '!=', 'void')
    .execute();
  const faults: string[] = [];
  for (const { id, code, used, useLimit } of rows) {
    const inLedger = uses.filter(({ couponId }) => couponId === id).length;
    const inOrders = orders.filter(({ couponCode }) => couponCode === code).length;
    if (used !== inLedger || used !== inOrders || used > Number(useLimit)) {
      faults.push(`${code}: used ${used}, ledger ${inLedger}, orders ${inOrders}`);
    }
  }
  const usedUp = rows.filter(({ used, useLimit }) => used === useLimit).length;
  const seen = `${usedUp} coupons used up, ${uses.length} uses`;
  return { promise: 'a coupon is used as often as its ledger says', seen, faults };
}

/**
 * Each mail was accepted once, or again under its id because the first sender was killed before it could record
 * that: then it was the last mail that this process sent.
 */
async function mailsOnce({ services, mails, kills }: Evidence): Promise<Verdict> {
  const rows = await services.database.read
    .selectFrom('mailOutbox')
    .select(['id', 'subject'])
    .where('recipient', '!=', '')
    .execute();
  const interrupted = new Set(
    kills.flatMap(({ shop, mailsBefore }) => mails[shop]?.[mailsBefore - 1] ?? []),
  );
  const faults: string[] = [];
  let repeated = 0;
  for (const { id, subject } of rows) {
    const copies = mails.flat().filter((mail) => mail.id === id);
    const unexplained = copies.filter((mail) => !interrupted.has(mail)).length;
    if (copies.length === 0) faults.push(`“${subject}” was never sent`);
    // The copy that was recorded comes after those that were not.
    if (unexplained > 1) faults.push(`“${subject}” was sent ${copies.length} times`);
    if (copies.length > 1) repeated += 1;
  }
  const seen = `${rows.length} mails, ${repeated} again under their id because the sender was killed before it could record them`;
  return { promise: 'no mail twice, but for that', seen, faults };
}
