import type { ReactNode } from 'react';
import { loadDelivered } from './load-own-picture.ts';
import type { ShownDelivery } from './request-access.ts';
import styles from './request-delivery.module.css';
import { usePicture } from './use-picture.ts';

interface DeliveredPictureProps {
  readonly picture: ShownDelivery['delivery']['pictures'][number];
  readonly place: number;
  /** Called with where the picture was pressed, as parts of its width and height. */
  readonly onPress?: (x: number, y: number) => void;
  /** Over the picture. */
  readonly children?: ReactNode;
}

/** A preview of the delivered design. */
export function DeliveredPicture({ picture, place, onPress, children }: DeliveredPictureProps) {
  const url = usePicture(loadDelivered, picture._id);
  const { width, height } = picture;
  if (url === '') {
    return <p className="note">Picture {place} isn’t saved on this device.</p>;
  }
  return (
    <div className={styles.frame} style={{ aspectRatio: `${width} / ${height}` }}>
      {url && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button below the pictures adds a mark by keyboard
        <img
          src={url}
          width={width}
          height={height}
          alt={`Your design, ${place}`}
          className={onPress && styles.pressed}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onPress?.(
              (event.clientX - box.left) / box.width,
              (event.clientY - box.top) / box.height,
            );
          }}
        />
      )}
      {children}
    </div>
  );
}
