import { useState } from 'react';
import * as v from 'valibot';
import { altTextSchema, type StudioFeaturedImage } from '#contract/studio/featured-images.ts';
import { TextField } from '#ui/text-field.tsx';
import type { FeaturedImageEditor } from './use-featured-images.ts';

interface AltTextProps {
  readonly image: StudioFeaturedImage;
  readonly place: number;
  readonly desk: FeaturedImageEditor;
}

/** A picture's alt text, saved on blur or Enter; Escape restores the saved one. */
export function AltText({ image, place, desk }: AltTextProps) {
  /** What was typed and hasn't been saved. */
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed === null ? undefined : v.safeParse(altTextSchema, typed).issues?.[0]?.message;

  async function keep(): Promise<void> {
    if (typed === null || wrong !== undefined) return;
    const isKept = typed.trim() === image.altText || (await desk.describe(image._id, typed.trim()));
    // Keeps what was typed meanwhile, and what was refused.
    if (isKept) setTyped((now) => (now === typed ? null : now));
  }

  return (
    <TextField
      label={`What picture ${place + 1} shows`}
      hint={typed === null ? 'Read aloud by screen readers.' : 'Press Enter to save.'}
      autoComplete="off"
      value={typed ?? image.altText}
      error={wrong}
      onChange={setTyped}
      onBlur={() => void keep()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void keep();
        if (key === 'Escape') setTyped(null);
      }}
    />
  );
}
