import { useState } from 'react';
import * as v from 'valibot';
import { altTextSchema, type StudioFeaturedImage } from '#contract/studio/featured-images.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { Conflicts } from '../../ui/conflicts.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSharedValue } from '../../ui/use-shared-value.ts';
import type { FeaturedImageEditor } from './use-featured-images.ts';

interface AltTextProps {
  readonly image: StudioFeaturedImage;
  readonly place: number;
  readonly desk: FeaturedImageEditor;
}

/** A picture's alt text, saved on blur or Enter; Escape restores the saved one. */
export function AltText({ image, place, desk }: AltTextProps) {
  /** What was typed and hasn't been saved. */
  const [draft, setDraft] = useState<string | null>(null);
  const { altText } = image;
  const name = `What picture ${place + 1} shows`;
  const { open, send, conflicts, dismiss } = useSharedValue({
    name,
    saved: altText,
    textOf: (text) => text,
    async save(text, from) {
      await desk.describe(image._id, { from, altText: text });
      // Keeps what was typed meanwhile.
      setDraft((now) => (now?.trim() === text ? null : now));
    },
    reload: desk.answer.fetchLatest,
    onError: showError,
    onSettled: () => setDraft(null),
  });
  const wrong = draft === null ? undefined : v.safeParse(altTextSchema, draft).issues?.[0]?.message;

  function showError(error: unknown): void {
    toast.error(messageOf(error, 'The shop can’t be reached. Nothing was saved yet.'));
  }

  /** Returns whether nothing is left to save. */
  async function keep(): Promise<boolean> {
    if (draft === null) return true;
    if (wrong !== undefined || conflicts !== null) return false;
    const text = draft.trim();
    try {
      if (text !== altText) return await send(text);
      setDraft(null);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  function discard(): void {
    setDraft(null);
    dismiss();
  }

  return (
    <>
      <LeaveGuard isDirty={draft !== null && draft !== altText} onSave={keep} />
      <TextField
        label={name}
        hint={draft === null ? 'Read aloud by screen readers.' : 'Press Enter to save.'}
        autoComplete="off"
        value={draft ?? altText}
        error={wrong}
        onChange={(typed) => {
          if (draft === null) open();
          setDraft(typed);
          dismiss();
        }}
        onBlur={() => void keep()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void keep();
          if (key === 'Escape') discard();
        }}
      />
      {conflicts && <Conflicts {...conflicts} />}
    </>
  );
}
