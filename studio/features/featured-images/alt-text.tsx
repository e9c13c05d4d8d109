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

/** What a picture shows, kept when the field is left or Enter is pressed; Escape puts back what stood there. */
export function AltText({ image, place, desk }: AltTextProps) {
  /** What is typed and not kept yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed === null ? undefined : v.safeParse(altTextSchema, typed).issues?.[0]?.message;

  async function keep(): Promise<void> {
    if (typed === null || wrong !== undefined) return;
    const isKept = typed.trim() === image.altText || (await desk.describe(image._id, typed.trim()));
    // What somebody typed on meanwhile stays; so does what was refused.
    if (isKept) setTyped((now) => (now === typed ? null : now));
  }

  return (
    <TextField
      label={`What picture ${place + 1} shows`}
      hint={typed === null ? 'Read out to who cannot see it.' : 'Enter keeps it.'}
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
