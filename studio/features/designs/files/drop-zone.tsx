import { fileLimits } from '#contract/studio/files.ts';
import { formatBytes } from '#ui/format-bytes.ts';
import { DropArea } from '../../../ui/drop-area.tsx';
import { FilePick } from './file-pick.tsx';
import { type UploadPlace, uploadQueue } from './upload-queue.ts';

const words = {
  image: {
    drop: 'Drop pictures here',
    pick: 'Choose pictures',
    hint: `PNG, JPEG or WebP, up to ${formatBytes(fileLimits.imageBytes)} and ${fileLimits.imagePixels / 1_000_000} million pixels each.`,
  },
  file: {
    drop: 'Drop files here',
    pick: 'Choose files',
    hint: `PNG, JPEG, PDF, ZIP, SVG, AI, EPS, PSD, TIFF or WebP, up to ${formatBytes(fileLimits.fileBytes)} each. Pictures at 350 DPI.`,
  },
} as const;

/** An area to drop files on, with a button to choose them; accepts several at once. */
export function DropZone({ place }: { readonly place: UploadPlace }) {
  const { drop, pick, hint } = words[place.kind];
  const add = (files: readonly File[]) => uploadQueue.getState().add(files, place);
  return (
    <DropArea title={drop} hint={hint} onDrop={({ files }) => add([...files])}>
      <FilePick kind={place.kind} isMultiple onPick={add}>
        {pick}
      </FilePick>
    </DropArea>
  );
}
