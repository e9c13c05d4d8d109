import type { Context } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { limits } from '#contract/wire/limits.ts';
import { Problem } from './problem.ts';

/** An escape that may be half of a surrogate pair: a lone half can only arrive escaped. */
const halfPair = /\\u[dD][89a-fA-F]/;

/** Replaces lone surrogates: no database stores them, so the text looked up and the text stored would differ. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Reads the JSON object of a body of at most `max` bytes. @throws Problem if it is too large, of another type, not JSON or not an object */
export async function jsonBody(context: Context, max: number = limits.jsonBytes): Promise<object> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new Problem('UNSUPPORTED_TYPE', 'Send a JSON body.');
  }
  const text = await limitedText(context.req.raw, max);
  let value: unknown;
  try {
    value = JSON.parse(text, halfPair.test(text) ? wellFormed : undefined);
  } catch {
    throw new Problem('MALFORMED', messages.invalid.body);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('MALFORMED', messages.invalid.body);
  }
  assertShortLists(value);
  return value;
}

/**
 * Refuses a list that is longer than any call accepts. A schema validates every item before counting them and
 * keeps an issue for each, and tens of thousands of those take seconds.
 * @throws INVALID
 */
function assertShortLists(body: object): void {
  for (const [field, value] of Object.entries(body)) {
    const inside: unknown[] = [value];
    for (let next = inside.pop(); next !== undefined; next = inside.pop()) {
      if (typeof next !== 'object' || next === null) continue;
      if (Array.isArray(next) && next.length > limits.listLength) {
        const fields = { [field]: messages.invalid.tooLong };
        throw new Problem('INVALID', messages.invalid.tooLong, { fields });
      }
      inside.push(...Object.values(next));
    }
  }
}

/** Reads the body as text; stops as soon as it exceeds `max` bytes. @throws TOO_LARGE */
export async function limitedText(request: Request, max: number): Promise<string> {
  const tooLarge = () => new Problem('TOO_LARGE', `This is larger than ${max / 1024} KB.`);
  const length = request.headers.get('content-length');
  if (Number(length) > max) throw tooLarge();
  // Node hands out no more than was announced, and this costs far less than a stream.
  if (length !== null) return request.text();
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
