import { type CommissionState, stateWords } from '#contract/shop/commission-states.ts';
import { type Commission, daysLeft, dueTime } from '#contract/studio/commissions.ts';
import { counted } from '#contract/wire/counted.ts';
import { Badge } from '../../ui/badge.tsx';

const waits: readonly CommissionState[] = ['received', 'paid', 'changes_wanted'];
const refused: readonly CommissionState[] = ['declined', 'expired', 'withdrawn', 'refunded'];

export function StateBadge({ state, status }: Pick<Commission, 'state' | 'status'>) {
  if (state === 'received' && status === 'answered') return <Badge tone="good">Answered</Badge>;
  const tone = waits.includes(state) ? 'wait' : refused.includes(state) ? 'plain' : 'good';
  return <Badge tone={tone}>{stateWords[state]}</Badge>;
}

/** How much time the quote, or before it the terms, still give the studio. */
export function Turnaround({ request }: { readonly request: Commission }) {
  const due = dueTime(request);
  if (due === null) return null;
  const left = daysLeft(due, new Date());
  if (left <= 0) {
    return <Badge tone="bad">{left < 0 ? `${counted(-left, 'day')} over` : 'Overdue'}</Badge>;
  }
  const days = `${counted(left, 'day')} left`;
  return left <= 3 ? <Badge tone="wait">{days}</Badge> : days;
}
