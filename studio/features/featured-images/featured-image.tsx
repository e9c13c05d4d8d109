import { useState } from 'react';
import type { StudioFeaturedImage } from '#contract/studio/featured-images.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { Modal } from '#ui/overlay.tsx';
import movableStyles from '../../ui/movable.module.css';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import type { Movable } from '../../ui/use-reorder.ts';
import { AltText } from './alt-text.tsx';
import styles from './featured-images-screen.module.css';
import type { FeaturedImageEditor } from './use-featured-images.ts';

interface FrontPictureProps {
  readonly image: StudioFeaturedImage;
  readonly name: string;
  readonly movable: Movable;
  readonly desk: FeaturedImageEditor;
}

/** One featured image: its position, its alt text, and the button to remove it. */
export function FeaturedImageRow({ image, name, movable, desk }: FrontPictureProps) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className={joinClasses(movableStyles.item, styles.picture)} {...movable.drag}>
      <img className={styles.image} src={image.url} alt={image.altText} draggable={false} />
      <AltText image={image} place={movable.place} desk={desk} />
      <div className={movableStyles.buttons}>
        <MoveButtons name={name} movable={movable} axis="across" />
        <Button variant="icon" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
          <Icon name="trash" size={20} />
        </Button>
      </div>
      <Modal title="Remove this picture?" isOpen={isRemoving} onClose={() => setRemoving(false)}>
        <p>The home page will stop showing it. You can add it again later.</p>
        <div className="line-3">
          <Button
            onClick={() => {
              setRemoving(false);
              void desk.remove(image);
            }}
          >
            Remove
          </Button>
          <Button variant="quiet" onClick={() => setRemoving(false)}>
            Cancel
          </Button>
        </div>
      </Modal>
    </li>
  );
}
