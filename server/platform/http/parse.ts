import * as v from 'valibot';
import { messages } from '#contract/messages/messages.ts';
import { plainIssue } from './plain-issue.ts';
import { Problem } from './problem.ts';

/** Replaces the validation library's own texts, which are made before the field's name is known. */
const noText = () => '';

/** Parses one part of a request. @throws Problem with a message per field; NOT_FOUND for a path whose id can't exist */
export function parsePart(
  schema: v.GenericSchema | undefined,
  value: unknown,
  code: 'INVALID' | 'NOT_FOUND' = 'INVALID',
): unknown {
  if (!schema) return undefined;
  const parsed = v.safeParse(schema, value, { message: noText });
  if (parsed.success) return parsed.output;
  const fields: Record<string, string> = {};
  for (const issue of parsed.issues) {
    const field = v.getDotPath(issue) ?? 'body';
    fields[field] ??= issue.message || plainIssue(issue);
  }
  const [first] = Object.values(fields);
  throw new Problem(code, first ?? messages.invalid.fields, { fields });
}
