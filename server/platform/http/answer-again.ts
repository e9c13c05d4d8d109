import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { type AuditedChange, type Change, makeChange } from '../database/change.ts';
import type { Reader } from '../database/open.ts';
import type { Services } from '../services/services.ts';
import { keyReused } from './idempotency.ts';

/** Makes the change with which a call takes effect. Its result must survive JSON. */
export type MakeLastChange<R> = (work: (change: Change) => Promise<R>) => Promise<R>;

/**
 * Runs `work`, whose last change takes effect once for each `Idempotency-Key`: a repeated request gets what the change
 * returned. Without a key each request takes effect.
 * @throws KEY_REUSED for a different request with the same key
 */
export type Once = <R>(work: (makeLast: MakeLastChange<R>) => Promise<R>) => Promise<R>;

/** `makeAuditedChange` for a repeatable call whose answer it returns. */
export function makeAuditedOnce<R>(
  once: Once,
  actorId: string,
  work: (change: AuditedChange) => Promise<R>,
): Promise<R> {
  return once((makeLast) => makeLast((change) => work({ ...change, actorId })));
}

/** The scope of answers that only their key opens. */
const scope = 'sealed';
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

interface Repeatable {
  /** The name of the call. */
  readonly name: string;
  readonly key: string | null;
  /** What makes a request another one. */
  readonly request: object;
}

/**
 * `Once` for a request whose parts or answer are secrets, such as passwords and tokens. So the database has nothing that
 * can be read without the key, which only the caller has: neither the key itself, nor a hash that passwords could be
 * tried with, nor the answer.
 */
export function answeringAgain(services: Services, { name, key, request }: Repeatable): Once {
  if (key === null) return (work) => work((last) => makeChange(services, last));
  const keyHash = derived(key, 'name').toString('base64url');
  const requestHash = createHmac('sha256', key)
    .update(name)
    .update(JSON.stringify(request))
    .digest('hex');

  async function recall(reader: Reader): Promise<string | null> {
    const row = await reader
      .selectFrom('idempotencyAnswers')
      .select(['answer', 'requestHash'])
      .where('scope', '=', scope)
      .where('key', '=', keyHash)
      .executeTakeFirst();
    if (!row) return null;
    if (row.requestHash !== requestHash) throw keyReused();
    return unseal(row.answer, key as string);
  }

  return async <R>(work: (makeLast: MakeLastChange<R>) => Promise<R>): Promise<R> => {
    const known = await recall(services.database.read);
    if (known !== null) return JSON.parse(known);
    return work((last) =>
      makeChange(services, async (change) => {
        // The first request may still have been on its way.
        const answered = await recall(change.tx);
        if (answered !== null) return JSON.parse(answered);
        const result = await last(change);
        await change.tx
          .insertInto('idempotencyAnswers')
          .values({
            scope,
            key: keyHash,
            callName: name,
            requestHash,
            answer: seal(JSON.stringify(result), key),
            createdAt: change.now.toISOString(),
          })
          .execute();
        return result;
      }),
    );
  };
}

function derived(key: string, purpose: string): Buffer {
  return createHash('sha256').update(`${purpose} of ${key}`).digest();
}

function seal(text: string, key: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, derived(key, 'seal'), iv);
  const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64');
}

function unseal(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(algorithm, derived(key, 'seal'), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return (
    decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  );
}
