import { useEffect, useId, useRef } from 'react';
import { useParams } from 'react-router';
import { type BulkChange, bulkChangeCalls } from '#contract/studio/bulk-changes.ts';
import { counted } from '#contract/wire/counted.ts';
import { announce } from '#ui/announcer.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../../api/studio-client.ts';
import { type Answer, useAnswer } from '../../../api/use-answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Card } from '../../../ui/card.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Page } from '../../../ui/page.tsx';
import parts from '../../../ui/parts.module.css';
import styles from './bulk-change.module.css';
import { BulkDesigns } from './bulk-designs.tsx';
import { BulkStateBadge, donePast } from './bulk-words.tsx';

/** Poll interval while a change is running. */
const pollMs = 700;

const isUnderWay = ({ state }: BulkChange) => state === 'running' || state === 'undoing';

/** A bulk change: its preview, its progress, its result, and its undo. */
export default function BulkChangeScreen() {
  const { changeId = '' } = useParams();
  const change = useAnswer(bulkChangeCalls.bulkChange, {
    params: { changeId },
    pollMs: (answer) => isUnderWay(answer) && pollMs,
  });
  const found = change.answer;
  const busy = found !== null && isUnderWay(found);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) announce('Finished.');
    wasBusy.current = busy;
  }, [busy]);

  return (
    <Page
      title={found?.title ?? 'Change'}
      text={
        found && (
          <>
            By {found.actor}, <Instant at={found.createdAt} />.
          </>
        )
      }
      back={{ to: '/designs', label: 'All designs' }}
    >
      <Answered of={change}>
        {(answer) => (
          <div className={parts.parts}>
            <Step change={answer} answer={change} />
            <BulkDesigns key={answer.state} change={answer} />
          </div>
        )}
      </Answered>
    </Page>
  );
}

interface StepProps {
  readonly change: BulkChange;
  readonly answer: Answer<BulkChange>;
}

/** What happened so far, and what can be done next. */
function Step({ change, answer }: StepProps) {
  const [isBusy, begin] = useBusy('No response. It’s safe to try again.', answer.reload);

  const act = (step: 'startBulkChange' | 'undoBulkChange') =>
    begin(async () => {
      answer.set(await request(bulkChangeCalls[step], { params: { changeId: change._id } }));
    });

  const { state, canUndo, isDeletion, designs: counts } = change;
  return (
    <Card title={titleOf(change)} text={textOf(change)}>
      <p className="line-3">
        <BulkStateBadge state={state} />
        {counts.unchanged > 0 && (
          <span>{counted(counts.unchanged, 'design')} already as wanted.</span>
        )}
      </p>
      {isUnderWay(change) && <Progress change={change} />}
      <div className="line-3">
        {state === 'planned' && counts.waiting > 0 && (
          <Button
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => void act('startBulkChange')}
          >
            {isDeletion ? 'Delete' : 'Change'} {counted(counts.waiting, 'design')}
          </Button>
        )}
        {state === 'planned' && (
          <LinkButton variant="quiet" to="/designs">
            Cancel
          </LinkButton>
        )}
        {canUndo && (
          <Button
            variant="paper"
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => void act('undoBulkChange')}
          >
            Undo
          </Button>
        )}
        {state !== 'planned' && (
          <LinkButton variant="quiet" to="/designs/changes">
            All bulk changes
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

function titleOf({ state, isDeletion }: BulkChange): string {
  switch (state) {
    case 'planned':
      return 'This is a preview';
    case 'running':
      return isDeletion ? 'Deleting…' : 'Changing…';
    case 'done':
      return 'Done';
    case 'undoing':
      return 'Undoing…';
    case 'undone':
      return 'Undone';
  }
}

function textOf(change: BulkChange): string {
  const { state, isDeletion, designs: counts } = change;
  const done = donePast(change);
  const refused =
    counts.refused > 0
      ? ` ${counted(counts.refused, 'design')} can’t be ${done}; see why below.`
      : '';
  switch (state) {
    case 'planned':
      if (counts.waiting === 0) return `Nothing would be ${done}.${refused}`;
      return isDeletion
        ? `Nothing has been deleted yet. ${counted(counts.waiting, 'design')} will be deleted, with pictures and files. This can’t be undone.${refused}`
        : `Nothing has changed yet. ${counted(counts.waiting, 'design')} will be changed.${refused}`;
    case 'running':
    case 'undoing':
      return 'You can leave this page: it continues, even after a restart.';
    case 'done':
      return counts.refused > 0
        ? `${counted(counts.changed, 'design')} ${done}, ${counts.refused.toLocaleString('en-US')} not; see why below.`
        : `${counted(counts.changed, 'design')} ${done}.`;
    case 'undone':
      return counts.kept > 0
        ? `${counted(counts.undone, 'design')} restored, ${counts.kept.toLocaleString('en-US')} not; see why below.`
        : `${counted(counts.undone, 'design')} restored.`;
  }
}

function Progress({ change: { state, designs: counts } }: { readonly change: BulkChange }) {
  const id = useId();
  const done = state === 'running' ? counts.changed + counts.refused : counts.undone + counts.kept;
  const total = done + (state === 'running' ? counts.waiting : counts.changed);
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>
        {done.toLocaleString('en-US')} of {counted(total, 'design')}
      </label>
      <progress id={id} value={done} max={total} />
    </div>
  );
}
