import { useState } from 'react';
import { Modal, preloadOverlay } from '#ui/overlay.tsx';
import type { ShownRequest } from './request-access.ts';
import styles from './request-pictures.module.css';
import { usePicture } from './use-picture.ts';

interface PictureProps {
  readonly load: (pictureId: string) => Promise<Blob>;
  readonly picture: ShownRequest['request']['pictures'][number];
  readonly place: number;
}

function Picture({ load, picture: { _id, width, height }, place }: PictureProps) {
  const url = usePicture(load, _id);
  const [isLarge, setLarge] = useState(false);
  const name = `Picture ${place}`;
  if (url === '') {
    return <p className={`${styles.frame} note`}>{name} isn’t saved on this device.</p>;
  }
  return (
    <>
      <button
        type="button"
        className={styles.frame}
        aria-haspopup="dialog"
        aria-label={`Enlarge ${name}`}
        onPointerEnter={preloadOverlay}
        onFocus={preloadOverlay}
        onClick={() => setLarge(url !== null)}
      >
        {url && <img src={url} width={width} height={height} alt="" />}
      </button>
      <Modal isOpen={isLarge && url !== null} isWide title={name} onClose={() => setLarge(false)}>
        <img src={url ?? ''} width={width} height={height} alt={`${name} that you sent`} />
      </Modal>
    </>
  );
}

interface ShownPictures {
  readonly request: Pick<ShownRequest['request'], 'pictures'>;
  readonly access: Pick<ShownRequest['access'], 'loadPicture'>;
}

/** The pictures that the buyer sent, as far as the studio still stores them. */
export function RequestPictures({ request, access: { loadPicture } }: ShownPictures) {
  if (request.pictures.length === 0) return null;
  return (
    <ul className={styles.pictures} aria-label="Pictures">
      {request.pictures.map((picture, place) => (
        <li key={picture._id}>
          <Picture load={loadPicture} picture={picture} place={place + 1} />
        </li>
      ))}
    </ul>
  );
}
