import type { BulkChange, BulkOutcome, BulkState } from '#contract/studio/bulk-changes.ts';
import { Badge } from '../../../ui/badge.tsx';

const states: Readonly<Record<BulkState, readonly ['good' | 'wait' | 'plain', string]>> = {
  planned: ['wait', 'Preview'],
  running: ['wait', 'In progress'],
  done: ['good', 'Done'],
  undoing: ['wait', 'Undoing'],
  undone: ['plain', 'Undone'],
};

export function BulkStateBadge({ state }: Pick<BulkChange, 'state'>) {
  const [tone, words] = states[state];
  return <Badge tone={tone}>{words}</Badge>;
}

type Of = Pick<BulkChange, 'state' | 'isDeletion'>;

const tones: Readonly<Record<BulkOutcome, 'good' | 'wait' | 'bad' | 'plain'>> = {
  waiting: 'wait',
  changed: 'good',
  refused: 'bad',
  undone: 'plain',
  kept: 'bad',
};

/** What a change does to a design, in the past. */
export function donePast({ isDeletion }: Pick<Of, 'isDeletion'>): 'deleted' | 'changed' {
  return isDeletion ? 'deleted' : 'changed';
}

/** The name of an outcome; in a preview, what waits will happen and what is refused can't. */
export function outcomeWords(outcome: BulkOutcome, of: Of): string {
  const isPreview = of.state === 'planned';
  const done = donePast(of);
  switch (outcome) {
    case 'waiting':
      return isPreview ? `Will be ${done}` : 'Waiting';
    case 'refused':
      return isPreview ? `Can’t be ${done}` : `Not ${done}`;
    case 'changed':
      return of.isDeletion ? 'Deleted' : 'Changed';
    case 'undone':
      return 'Undone';
    case 'kept':
      return 'Not undone';
  }
}

export function OutcomeBadge(props: { readonly outcome: BulkOutcome; readonly of: Of }) {
  const { outcome, of } = props;
  return <Badge tone={tones[outcome]}>{outcomeWords(outcome, of)}</Badge>;
}
