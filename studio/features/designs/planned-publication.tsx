import type { Design } from '#contract/studio/design-record.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Instant } from '../../ui/instant.tsx';
import { lastMoment } from '../../ui/local-moment.ts';
import type { Planning } from './use-planned-publication.ts';

interface PlannedPublicationProps {
  readonly publication: Design['publication'];
  readonly planning: Planning;
}

/** When a draft is published by itself: set, moved or cancelled. */
export function PlannedPublication({ publication, planning }: PlannedPublicationProps) {
  const { moment, change, isPlanning, error, planTyped, cancel } = planning;
  const busy = { 'aria-disabled': isPlanning, 'aria-busy': isPlanning };
  return (
    <>
      {publication && (
        <p>
          {publication.hasFailed
            ? 'It wasn’t complete, so it wasn’t published on '
            : 'It will be published by itself on '}
          <Instant at={publication.at} />
        </p>
      )}
      <TextField
        label="Publish at"
        type="datetime-local"
        max={lastMoment}
        hint="Your time zone."
        value={moment}
        onChange={change}
        error={error}
      />
      <div className="line-3">
        <Button variant="paper" {...busy} onClick={() => void planTyped()}>
          {publication ? 'Change the time' : 'Plan'}
        </Button>
        {publication && (
          <Button variant="quiet" {...busy} onClick={() => void cancel()}>
            Cancel the plan
          </Button>
        )}
      </div>
    </>
  );
}
