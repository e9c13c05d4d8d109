import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import * as v from 'valibot';
import { registerSchema } from '#contract/shop/account.ts';
import {
  consentColumns,
  consentLimits,
  consentRefusals,
  listedRows,
  type PlannedConsents,
} from '#contract/studio/consents.ts';
import { importRowsMost } from '#contract/studio/imports.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { readCsv } from '../designs/imports/read-csv.ts';
import { hasMoreFields, receiveCsv, tooManyRows } from '../designs/imports/receive-csv.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { emailKey, hashEmail } from '../platform/sign-in/email-key.ts';

/** How many rows are looked up or stored at once; others have their turn in between. */
const atOnce = 200;

/** A row of the file, with where and to which words its reader agreed; `why`: what is wrong with it. */
interface ConsentRow {
  readonly row: number;
  readonly email: string;
  readonly key: string;
  readonly agreedAt: string;
  readonly source: string;
  readonly words: string;
  readonly why: string | null;
}

interface ShopTime {
  readonly now: Date;
  readonly timeZone: string;
}

interface NewConsent extends ConsentRow {
  readonly accountId: string;
}

/**
 * Reads a CSV of consents.
 * @throws TOO_LARGE; MALFORMED if no bytes arrive; INVALID for a file that isn't such a CSV
 */
export async function readConsents(
  bytes: ReadableStream<Uint8Array>,
  { now, timeZone }: ShopTime,
): Promise<readonly ConsentRow[]> {
  const content = await receiveCsv(bytes);
  const records = readCsv(content);
  const first = await records.next();
  const header = first.done ? [] : first.value.fields;
  const names = header.map((name) => name.trim().toLowerCase());
  const places = consentColumns.map((column) => names.indexOf(column.toLowerCase()));
  const missing = consentColumns.filter((_, at) => places[at] === -1);
  if (missing.length > 0) {
    throw new Problem('INVALID', `This file has no column ${missing.join(' and no column ')}.`);
  }
  const rows: ConsentRow[] = [];
  const seen = new Map<string, number>();
  for await (const { row, fields } of records) {
    if (rows.length === importRowsMost) throw tooManyRows();
    const [email = '', when = '', source = '', words = ''] = places.map((at) =>
      (fields[at] ?? '').replaceAll(/\s+/g, ' ').trim(),
    );
    const key = emailKey(email);
    const agreed = instantOf(when, timeZone);
    const earlier = seen.get(key);
    const why =
      (v.is(registerSchema.entries.email, email) ? null : consentRefusals.email) ??
      (earlier === undefined ? null : consentRefusals.twice(earlier)) ??
      (hasMoreFields(fields, header.length) ? consentRefusals.columns : null) ??
      whatIsMissing({ agreed, source, words }, now);
    if (why === null) seen.set(key, row);
    const agreedAt = agreed?.toISOString() ?? '';
    rows.push({ row, email, key, agreedAt, source, words, why });
  }
  return rows;
}

interface Proof {
  /** When; null: that isn't said. */
  readonly agreed: Date | null;
  readonly source: string;
  readonly words: string;
}

function whatIsMissing({ agreed, source, words }: Proof, now: Date): string | null {
  if (!agreed) return consentRefusals.when;
  if (agreed > now) return consentRefusals.future;
  if (source === '') return consentRefusals.where;
  if (words === '') return consentRefusals.words;
  const isLong = source.length > consentLimits.source || words.length > consentLimits.words;
  return isLong ? consentRefusals.tooLong : null;
}

/**
 * `2026-03-01`, maybe with a time, in the shop's time zone. Null for any other: 03/04/2026 is two days, and 46082 may be
 * one of a spreadsheet or anything else.
 */
function instantOf(when: string, timeZone: string): Date | null {
  const [, day = '', time = '00:00', utc] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z)?)?$/.exec(when) ?? [];
  try {
    const local = Temporal.PlainDateTime.from(`${day}T${time}`);
    return new Date(local.toZonedDateTime(utc ? 'UTC' : timeZone).epochMilliseconds);
  } catch {
    return null;
  }
}

interface Plan {
  readonly added: readonly NewConsent[];
  readonly shown: PlannedConsents;
}

/** What becomes of each row. Nobody who left comes back, and nobody who gets news changes. */
export async function planConsents(reader: Reader, rows: readonly ConsentRow[]): Promise<Plan> {
  const added: NewConsent[] = [];
  const refused: PlannedConsents['rows'] = [];
  let unchanged = 0;
  for (const some of chunk(rows, atOnce)) {
    const known = await knownReaders(
      reader,
      some.map(({ key }) => key),
    );
    for (const each of some) {
      const account = known.get(each.key);
      const why =
        each.why ??
        (account ? null : consentRefusals.noAccount) ??
        (account?.state === 'left' ? consentRefusals.left : null);
      if (why !== null) refused.push({ row: each.row, email: each.email, why });
      else if (account?.state === 'none') added.push({ ...each, accountId: account.id });
      else unchanged += 1;
    }
    await yieldToEventLoop();
  }
  const counts = { added: added.length, unchanged, refused: refused.length };
  return { added, shown: { ...counts, rows: refused.slice(0, listedRows) } };
}

/** The accounts with these addresses, and whether they asked for news or left. */
async function knownReaders(reader: Reader, keys: readonly string[]) {
  const accounts = await reader
    .selectFrom('accounts')
    .select(['id', 'emailKey'])
    .where('emailKey', 'in', keys)
    .where('deletedAt', 'is', null)
    .where('status', '!=', 'rejected')
    .execute();
  const ids = accounts.map(({ id }) => id);
  const consents =
    ids.length === 0
      ? []
      : await reader
          .selectFrom('newsConsents')
          .select(['accountId', 'emailKey', 'endedAt'])
          .where('accountId', 'in', ids)
          .execute();
  const left = await reader
    .selectFrom('leftNews')
    .select('emailHash')
    .where('emailHash', 'in', keys.map(hashEmail))
    .execute();
  const hasLeft = new Set(left.map(({ emailHash }) => emailHash));
  const consentsOf = Map.groupBy(consents, ({ accountId }) => accountId);
  return new Map(
    accounts.map(({ id, emailKey: key }) => {
      const own = consentsOf.get(id) ?? [];
      // One for an address before says nothing about this one.
      const open = own.find(({ endedAt }) => endedAt === null);
      const isLeft = !open && (own.length > 0 || hasLeft.has(hashEmail(key)));
      const state = open?.emailKey === key ? 'open' : isLeft ? 'left' : 'none';
      return [key, { id, state }] as const;
    }),
  );
}

/** Stores the consents of those who are new, all or none: who has asked or left since they were planned isn't. */
export async function importConsents(
  change: AuditedChange,
  planned: Plan,
): Promise<PlannedConsents> {
  const { tx, now } = change;
  const { added } = await planConsents(tx, planned.added);
  for (const some of chunk(added, atOnce)) {
    // Those for an address before: an account has one that isn't ended.
    await tx
      .updateTable('newsConsents')
      .set({ endedAt: now.toISOString() })
      .where('endedAt', 'is', null)
      .where(
        'accountId',
        'in',
        some.map(({ accountId }) => accountId),
      )
      .execute();
    await tx
      .insertInto('newsConsents')
      .values(
        some.map(({ accountId, key, source, words, agreedAt: at }) => ({
          ...{ id: newId(now), accountId, emailKey: key, place: 'account' as const, source, words },
          ...{ askedAt: at, mailedAt: at, confirmedAt: at, endedAt: null },
        })),
      )
      // Who asks for news at the same time keeps that consent.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await yieldToEventLoop();
  }
  const { unchanged, refused, rows } = planned.shown;
  const done = { added: added.length, unchanged: unchanged + planned.added.length - added.length };
  await recordAction(change, {
    action: 'consents.imported',
    subjectId: '',
    before: null,
    after: { ...done, refused },
  });
  return { ...done, refused, rows };
}
