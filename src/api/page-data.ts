import * as v from 'valibot';
import { type CallName, calls } from '#contract/calls.ts';
import type { QueryCache } from './query-cache.ts';

const pageDataSchema = v.object({
  calls: v.array(
    v.object({
      name: v.picklist(Object.keys(calls) as CallName[]),
      request: v.object({
        params: v.optional(v.record(v.string(), v.string())),
        query: v.optional(v.record(v.string(), v.string())),
      }),
      answer: v.unknown(),
    }),
  ),
});

/** Puts the answers that travel inside the HTML into the cache; a block that can't be read is passed over, and the calls are made. */
export function primeFromPage(cache: QueryCache, block: string | null): void {
  if (block === null) return;
  let data: unknown;
  try {
    data = JSON.parse(block);
  } catch {
    return;
  }
  const page = v.safeParse(pageDataSchema, data);
  if (!page.success) return;
  for (const { name, request, answer } of page.output.calls) {
    const parsed = v.safeParse(calls[name].answer, answer);
    if (parsed.success) cache.prime(name, request as never, parsed.output);
  }
}
