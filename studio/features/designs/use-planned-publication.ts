import { useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { instantFrom, momentFrom } from '../../ui/local-moment.ts';
import type { DesignForm } from './use-design-form.ts';

interface Typed {
  readonly moment: string;
  readonly from: string | null;
}

/** When a draft is published by itself: the time that is typed, and its planning. */
export function usePlannedPublication(
  design: Design,
  form: DesignForm,
  onPlanned: (design: Design) => void,
) {
  const { id, publication } = design;
  /** What was typed, over the plan that was shown then; null: nothing since it was planned. */
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isPlanning, setPlanning] = useState(false);
  const [error, setError] = useState<string>();
  const at = publication?.at ?? null;
  const planned = momentFrom(at);
  const moment = typed?.moment ?? planned;

  /** Returns whether it was planned or, with null, cancelled; it reports a refusal. */
  async function plan(from: string | null, publishAt: string | null): Promise<boolean> {
    if (isPlanning) return false;
    setPlanning(true);
    setError(undefined);
    try {
      // Saves first, as publishing does.
      if (form.isDirty && !(await form.save())) return false;
      const body = { from, publishAt };
      const answer = await request(designCalls.planPublication, { params: { id }, body });
      form.follow(answer);
      onPlanned(answer);
      // What was typed meanwhile stays.
      setTyped((now) => (now === typed ? null : now));
      toast.success(doneText(answer));
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.code === 'CHANGED_MEANWHILE') await showTheirs();
      setError(messageOf(failure, 'The shop can’t be reached. Nothing was changed.'));
      return false;
    } finally {
      setPlanning(false);
    }
  }

  /** From now on, what was typed is over what a colleague planned. */
  async function showTheirs(): Promise<void> {
    try {
      const theirs = await request(designCalls.design, { params: { id } });
      onPlanned(theirs);
      setTyped((now) => now && { ...now, from: theirs.publication?.at ?? null });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
    }
  }

  return {
    moment,
    change: (to: string) => setTyped((now) => ({ moment: to, from: now ? now.from : at })),
    /** A time was typed that isn't planned. */
    isDirty: design.status === 'draft' && moment !== planned,
    isPlanning,
    error,
    async planTyped(): Promise<boolean> {
      const publishAt = instantFrom(moment);
      if (publishAt !== null) return plan(typed ? typed.from : at, publishAt);
      setError('Choose a date and a time.');
      return false;
    },
    cancel: () => plan(at, null),
  };
}

export type Planning = ReturnType<typeof usePlannedPublication>;

function doneText({ publication, missing }: Design): string {
  if (publication === null) return 'It’s no longer published by itself.';
  const texts = Object.values(missing).join(' ');
  return texts === '' ? 'Planned.' : `Planned. Before then: ${texts}`;
}
