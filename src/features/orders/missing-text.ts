import { counted } from '#contract/wire/counted.ts';

/** At most as many are named. */
const named = 3;

/** For a buyer without a signal: which of the designs of a ZIP, which isn't on this device itself, aren't either. */
export function missingText(total: number, missing: readonly string[]): string {
  if (missing.length === 0) return 'Not on this device as one ZIP, but each design is.';
  if (missing.length === total) return 'Not on this device. Connect to download it.';
  const more = missing.length - named;
  const names = missing.slice(0, named).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const here = counted(total - missing.length, 'design');
  return `Not on this device as one ZIP: ${here} of it ${total - missing.length === 1 ? 'is' : 'are'}, but not ${names}.`;
}
