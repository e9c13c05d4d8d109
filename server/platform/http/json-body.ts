import type { Context } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { limits } from '#contract/wire/limits.ts';
import { Problem } from './problem.ts';

/** What may be half of a character: only written so can one come alone. */
const halfPair = /\\u[dD][89a-fA-F]/;

/** No database keeps half a character, so what is looked up and what is kept would be two things. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** The JSON object of a body, or a problem: too large, another type, not JSON, not an object. */
export async function jsonBody(context: Context): Promise<object> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new Problem('UNSUPPORTED_TYPE', 'This call takes a JSON body.');
  }
  const text = await limitedText(context.req.raw, limits.jsonBytes);
  let value: unknown;
  try {
    value = JSON.parse(text, halfPair.test(text) ? wellFormed : undefined);
  } catch {
    throw new Problem('MALFORMED', messages.invalid.body);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('MALFORMED', messages.invalid.body);
  }
  refuseLongLists(value);
  return value;
}

/**
 * Throws INVALID for a list that is longer than any call takes. A schema looks at every item before
 * it counts them, and keeps an issue for each: tens of thousands of those take seconds.
 */
function refuseLongLists(body: object): void {
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

/** The body as text, given up as soon as it is longer than `max` bytes. */
export async function limitedText(request: Request, max: number): Promise<string> {
  const tooLarge = () => new Problem('TOO_LARGE', `This is larger than ${max / 1024} KB.`);
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
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
