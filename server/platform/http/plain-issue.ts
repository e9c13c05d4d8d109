import * as v from 'valibot';
import { messages } from '#contract/messages/messages.ts';

const isMissing = 'is missing';
const isOutOfRange = 'is out of range';

/** What a broken rule without a message of its own means, by the validation library's name of the rule. */
const meanings: Readonly<Record<string, string>> = {
  max_length: 'is too long',
  max_bytes: 'is too long',
  min_length: 'is too short',
  non_empty: isMissing,
  min_value: isOutOfRange,
  max_value: isOutOfRange,
  integer: 'must be a whole number',
};

/** What is wrong with a field that the contract has no text for: `First name is missing.` */
export function plainIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)?.split('.') ?? [];
  const name = path.findLast((part) => !/^\d+$/.test(part));
  if (name === undefined) return messages.invalid.body;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const meaning = issue.input === undefined ? isMissing : (meanings[issue.type] ?? 'isn’t valid');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${meaning}.`;
}
