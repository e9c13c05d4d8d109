import { PictureNote } from '#ui/picture-note.tsx';
import { useBought } from './use-bought.ts';

/** A note on a design's picture that this account has bought it. */
export function BoughtNote({ productId }: { readonly productId: string }) {
  return useBought(productId) ? <PictureNote>You have this</PictureNote> : null;
}
