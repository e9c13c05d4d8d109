import { useSearchParams } from 'react-router';
import { type Range, ranges } from '#contract/studio/reports.ts';

interface ChosenRange {
  readonly range: Range;
  readonly from?: string;
  readonly until?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The range of days in the URL; 30 days if it has none. Own dates count once both are there. */
export function useRange(): ChosenRange {
  const [address] = useSearchParams();
  const range = ranges.find((known) => known === address.get('range')) ?? '30';
  if (range !== 'own') return { range };
  const [from, until] = [address.get('from') ?? '', address.get('until') ?? ''];
  return day.test(from) && day.test(until) ? { range, from, until } : { range: '30' };
}
