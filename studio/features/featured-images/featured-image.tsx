import { useEffect, useRef, useState } from 'react';
import type { StudioFeaturedImage } from '#contract/studio/featured-images.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { Modal } from '#ui/overlay.tsx';
import formStyles from '../../ui/form.module.css';
import { AltText } from './alt-text.tsx';
import styles from './featured-images-screen.module.css';
import type { FeaturedImageEditor } from './use-featured-images.ts';

interface FrontPictureProps {
  readonly image: StudioFeaturedImage;
  readonly place: number;
  readonly total: number;
  readonly desk: FeaturedImageEditor;
  readonly isDragged: boolean;
  /** Called with its index when dragging starts, with null when it ends. */
  readonly onDrag: (place: number | null) => void;
  readonly onDragOver: () => void;
}

/** One featured image: its position, its alt text, and the button to remove it. */
export function FrontPicture({
  image,
  place,
  total,
  desk,
  isDragged,
  onDrag,
  onDragOver,
}: FrontPictureProps) {
  const [isRemoving, setRemoving] = useState(false);
  const earlier = useRef<HTMLButtonElement>(null);
  const later = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement | null>(null);
  const name = image.altText || `Picture ${place + 1}`;

  // A button that moves along with its picture loses the focus on the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the position matters
  useEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [place]);

  function step(by: number): void {
    if (place + by < 0 || place + by >= total) return;
    pressed.current = by < 0 ? earlier.current : later.current;
    desk.keepOrder(desk.move(place, place + by));
  }

  return (
    <li
      className={joinClasses(styles.picture, isDragged && styles.dragged)}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(place);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={() => {
        onDrag(null);
        desk.keepOrder(desk.images);
      }}
    >
      <img className={styles.image} src={image.url} alt={image.altText} draggable={false} />
      <AltText image={image} place={place} desk={desk} />
      <div className={formStyles.actions}>
        <Button
          ref={earlier}
          variant="icon"
          aria-label={`Move ${name} forward`}
          aria-disabled={place === 0}
          onClick={() => step(-1)}
        >
          <Icon name="up" />
        </Button>
        <Button
          ref={later}
          variant="icon"
          aria-label={`Move ${name} back`}
          aria-disabled={place === total - 1}
          onClick={() => step(1)}
        >
          <Icon name="down" />
        </Button>
        <Button variant="icon" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
          <Icon name="trash" />
        </Button>
      </div>
      <Modal title="Remove this picture?" isOpen={isRemoving} onClose={() => setRemoving(false)}>
        <p>The home page stops showing it. To have it back, add it again.</p>
        <div className={formStyles.actions}>
          <Button
            onClick={() => {
              setRemoving(false);
              void desk.remove(image);
            }}
          >
            Remove
          </Button>
          <Button variant="quiet" onClick={() => setRemoving(false)}>
            Keep it
          </Button>
        </div>
      </Modal>
    </li>
  );
}
