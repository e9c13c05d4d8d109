import { type Commission, type CommissionStatus, daysLeft } from '#contract/studio/commissions.ts';
import { counted } from '#contract/wire/counted.ts';
import { Badge } from '../../ui/badge.tsx';

export const statusNames: Readonly<Record<CommissionStatus, string>> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

export function CommissionStatusBadge({ status }: Pick<Commission, 'status'>) {
  const tone = status === 'open' ? 'wait' : status === 'answered' ? 'good' : 'plain';
  return <Badge tone={tone}>{statusNames[status]}</Badge>;
}

/** How much time the terms still give the studio. */
export function Turnaround({ status, createdAt }: Pick<Commission, 'status' | 'createdAt'>) {
  if (status === 'closed') return '—';
  const left = daysLeft(createdAt, new Date());
  const days = counted(Math.abs(left), 'day');
  if (left < 0) return <Badge tone="bad">{days} over</Badge>;
  return left <= 3 ? <Badge tone="wait">{days} left</Badge> : `${days} left`;
}
