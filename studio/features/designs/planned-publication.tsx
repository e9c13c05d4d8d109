import { useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Instant } from '../../ui/instant.tsx';
import { instantFrom, lastMoment, momentFrom } from '../../ui/local-moment.ts';
import type { DesignForm } from './use-design-form.ts';

interface PlannedPublicationProps {
  readonly design: Design;
  readonly form: DesignForm;
  readonly onPlanned: (design: Design) => void;
}

/** When a draft is published by itself: set, moved or cancelled. */
export function PlannedPublication({ design, form, onPlanned }: PlannedPublicationProps) {
  const { id, publication } = design;
  const [moment, setMoment] = useState(momentFrom(publication?.at));
  const [isPlanning, setPlanning] = useState(false);
  const [error, setError] = useState<string>();

  async function plan(publishAt: string | null): Promise<void> {
    if (isPlanning) return;
    setPlanning(true);
    setError(undefined);
    try {
      // Saves first, as publishing does.
      if (form.isDirty && !(await form.save())) return;
      const body = { from: publication?.at ?? null, publishAt };
      const planned = await request(designCalls.planPublication, { params: { id }, body });
      form.follow(planned);
      onPlanned(planned);
      setMoment(momentFrom(planned.publication?.at));
      toast.success(doneText(planned));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(messageOf(failure, 'The shop can’t be reached. Nothing was changed.'));
    } finally {
      setPlanning(false);
    }
  }

  function planTyped(): void {
    const publishAt = instantFrom(moment);
    if (publishAt === null) setError('Choose a date and a time.');
    else void plan(publishAt);
  }

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
        onChange={setMoment}
        error={error}
      />
      <div className="line-3">
        <Button variant="paper" {...busy} onClick={planTyped}>
          {publication ? 'Change the time' : 'Plan'}
        </Button>
        {publication && (
          <Button variant="quiet" {...busy} onClick={() => void plan(null)}>
            Cancel the plan
          </Button>
        )}
      </div>
    </>
  );
}

function doneText({ publication, missing }: Design): string {
  if (publication === null) return 'It’s no longer published by itself.';
  const texts = Object.values(missing).join(' ');
  return texts === '' ? 'Planned.' : `Planned. Before then: ${texts}`;
}
