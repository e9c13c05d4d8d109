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
  if (parsed.success) {
    assertStorable(parsed.output, code);
    return parsed.output;
  }
  const fields: Record<string, string> = {};
  for (const issue of parsed.issues) {
    // A form knows its fields by their own names, also where it sends only those that changed.
    const field = (v.getDotPath(issue) ?? 'body').replace(/^changes\./, '');
    fields[field] ??= issue.message || plainIssue(issue);
  }
  const [first] = Object.values(fields);
  throw new Problem(code, first ?? messages.invalid.fields, { fields });
}

/** Refuses the character U+0000, which PostgreSQL neither stores nor compares. */
function assertStorable(value: unknown, code: 'INVALID' | 'NOT_FOUND', path = ''): void {
  if (typeof value === 'string' && value.includes('\0')) {
    const fields = { [path || 'body']: messages.invalid.characters };
    throw new Problem(code, messages.invalid.characters, { fields });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    assertStorable(key, code, path);
    assertStorable(inner, code, path ? `${path}.${key}` : key);
  }
}
