import { useEffect, useState } from 'react';
import { newUuid } from '#contract/wire/new-uuid.ts';
import type { Picture } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { PhotoButton } from '#ui/photo-button.tsx';
import styles from './reviews.module.css';
import { PhotoRefused, photoMessages, shrinkPhoto } from './shrink-photo.ts';

interface ReviewPhotoProps {
  /** Undefined: no new one is chosen. */
  readonly photo: Picture | undefined;
  /** The shop has one that stays. */
  readonly isKept: boolean;
  /** Undefined: neither a new one nor that of before. */
  readonly onChange: (photo: Picture | undefined) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** The photo of a review: chosen, drawn again on the device, and removed. */
export function ReviewPhoto({ photo, isKept, onChange, onBusy }: ReviewPhotoProps) {
  const [problem, setProblem] = useState('');

  async function choose(file: File): Promise<void> {
    setProblem('');
    onBusy(true);
    try {
      onChange({ id: newUuid(), file: await shrinkPhoto(file) });
    } catch (cause) {
      setProblem(cause instanceof PhotoRefused ? cause.message : photoMessages.unreadable);
    } finally {
      onBusy(false);
    }
  }

  const hasPhoto = photo !== undefined || isKept;
  return (
    <div className="stack-2">
      {photo ? <Preview file={photo.file} /> : isKept && <p>Your photo stays.</p>}
      <div className="row-3">
        <PhotoButton onPhoto={(file) => void choose(file)}>
          {hasPhoto ? 'Another photo' : 'Add a photo'}
        </PhotoButton>
        {hasPhoto && (
          <Button variant="quiet" onClick={() => onChange(undefined)}>
            Remove the photo
          </Button>
        )}
      </div>
      <p className="note">Of what you made with it. Place and camera stay on your device.</p>
      <p className={styles.error} role="alert">
        {problem}
      </p>
    </div>
  );
}

function Preview({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img className={styles.photo} src={url} alt="Chosen by you" /> : null;
}
