import { useState } from 'react';
import { type DesignImage, fileCalls } from '#contract/studio/files.ts';
import { Button } from '#ui/button.tsx';
import { focusBeside } from '#ui/focus-beside.ts';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { PaperImage } from '#ui/paper-image.tsx';
import { request } from '../../../api/studio-client.ts';
import movableStyles from '../../../ui/movable.module.css';
import { MoveButtons } from '../../../ui/move-buttons.tsx';
import { type Movable, useReorder } from '../../../ui/use-reorder.ts';
import { Ask } from './ask.tsx';
import styles from './image-list.module.css';
import type { RunChange } from './run-change.ts';

interface ImageListProps {
  readonly images: readonly DesignImage[];
  readonly runChange: RunChange;
  readonly onOrder: (ids: readonly string[]) => void;
}

/** The gallery as the shop shows it; reordered by dragging or with buttons. */
export function ImageList({ images, runChange, onOrder }: ImageListProps) {
  const [asked, setAsked] = useState<DesignImage | null>(null);
  const named = images.map((image, place) => ({
    ...image,
    name: image.name || `Picture ${place + 1}`,
  }));
  const movable = useReorder(named, onOrder);

  function remove({ _id: imageId }: DesignImage): void {
    setAsked(null);
    focusBeside(document.getElementById(`image-${imageId}`));
    const params = { imageId };
    void runChange(
      () => request(fileCalls.deleteImage, { params }),
      'The picture couldn’t be deleted.',
    );
  }

  if (images.length === 0) return <p className="soft">No pictures yet.</p>;
  return (
    <>
      <ol className={styles.images} aria-label="Pictures in the shop’s order">
        {named.map((image) => (
          <ImageItem
            key={image._id}
            image={image}
            movable={movable(image._id)}
            onDelete={() => setAsked(image)}
          />
        ))}
      </ol>
      <Ask
        title={`Delete ${asked?.name ?? ''}?`}
        text="The shop will no longer show it."
        action="Delete"
        isOpen={asked !== null}
        onYes={() => asked && remove(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface ImageItemProps {
  readonly image: DesignImage;
  readonly movable: Movable;
  readonly onDelete: () => void;
}

function ImageItem({ image, movable, onDelete }: ImageItemProps) {
  const { place, moveTo, drag } = movable;
  const { name, notes } = image;
  return (
    <li
      id={`image-${image._id}`}
      className={joinClasses(styles.item, movableStyles.item)}
      {...drag}
    >
      <span className={styles.picture}>
        <PaperImage image={image} alt="" sizes="12rem" />
        {place === 0 && <span className={styles.first}>First</span>}
      </span>
      <span className={styles.name}>{name}</span>
      {notes.map((note) => (
        <small key={note} className={styles.note}>
          {note}
        </small>
      ))}
      <span className={movableStyles.buttons}>
        <MoveButtons name={name} movable={movable} axis="across" />
        <Button variant="icon" aria-label={`Delete ${name}`} onClick={onDelete}>
          <Icon name="trash" size={20} />
        </Button>
      </span>
      {place > 0 && (
        <Button variant="quiet" aria-label={`Make first: ${name}`} onClick={() => moveTo(0)}>
          Make first
        </Button>
      )}
    </li>
  );
}
