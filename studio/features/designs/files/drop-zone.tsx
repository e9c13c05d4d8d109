import { type DragEvent, useState } from 'react';
import { fileLimits } from '#contract/studio/files.ts';
import { formatBytes } from '#ui/format-bytes.ts';
import styles from './drop-zone.module.css';
import { FilePick } from './file-pick.tsx';
import { type UploadPlace, uploadQueue } from './upload-queue.ts';

const words = {
  image: {
    drop: 'Drop pictures here',
    pick: 'Choose pictures',
    hint: `PNG, JPEG or WebP, up to ${formatBytes(fileLimits.imageBytes)} each.`,
  },
  file: {
    drop: 'Drop files here',
    pick: 'Choose files',
    hint: `PNG, JPEG, PDF, ZIP, SVG, AI, EPS, PSD, TIFF or WebP, up to ${formatBytes(fileLimits.fileBytes)} each. Pictures at 350 DPI.`,
  },
} as const;

/** An area to drop files on, with a button to choose them; accepts several at once. */
export function DropZone({ place }: { readonly place: UploadPlace }) {
  const [isOver, setOver] = useState(false);
  const { drop, pick, hint } = words[place.kind];
  const add = (files: readonly File[]) => uploadQueue.getState().add(files, place);

  function over(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        add([...event.dataTransfer.files]);
      }}
    >
      <p className={styles.drop} aria-hidden="true">
        {drop}
      </p>
      <FilePick kind={place.kind} isMultiple onPick={add}>
        {pick}
      </FilePick>
      <p className={styles.hint}>{hint}</p>
    </div>
  );
}
