import * as v from 'valibot';
import { messages } from '#contract/messages/messages.ts';
import { Problem } from './problem.ts';

/** Parses one part of a request. @throws Problem with a message per field; NOT_FOUND for a path whose id can't exist */
export function parsePart(
  schema: v.GenericSchema | undefined,
  value: unknown,
  code: 'INVALID' | 'NOT_FOUND' = 'INVALID',
): unknown {
  if (!schema) return undefined;
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const fields: Record<string, string> = {};
  for (const issue of parsed.issues) {
    const field = v.getDotPath(issue) ?? 'body';
    fields[field] ??= issue.message;
  }
  const [first] = Object.values(fields);
  throw new Problem(code, first ?? messages.invalid.fields, { fields });
}
