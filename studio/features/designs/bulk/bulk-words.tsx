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

const outcomes: Readonly<
  Record<BulkOutcome, readonly ['good' | 'wait' | 'bad' | 'plain', string]>
> = {
  waiting: ['wait', 'Waiting'],
  changed: ['good', 'Changed'],
  refused: ['bad', 'Not changed'],
  undone: ['plain', 'Undone'],
  kept: ['bad', 'Not undone'],
};

/** The name of an outcome; in a preview, what waits will change and what is refused can't. */
export function outcomeWords(outcome: BulkOutcome, state: BulkState): string {
  if (state !== 'planned') return outcomes[outcome][1];
  return outcome === 'waiting' ? 'Will change' : 'Can’t change';
}

export function OutcomeBadge(props: { readonly outcome: BulkOutcome; readonly state: BulkState }) {
  const { outcome, state } = props;
  return <Badge tone={outcomes[outcome][0]}>{outcomeWords(outcome, state)}</Badge>;
}
