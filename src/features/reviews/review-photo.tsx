import { useEffect, useState } from 'react';
import { fetchOwn } from '#api/fetch-own.ts';
import { reviewPhotoPath } from '#contract/shop/review.ts';
import { newUuid } from '#contract/wire/new-uuid.ts';
import type { Picture } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { PhotoButton } from '#ui/photo-button.tsx';
import styles from './reviews.module.css';
import { PhotoRefused, photoMessages, shrinkPhoto } from './shrink-photo.ts';

interface ReviewPhotoProps {
  /** Undefined: no new one is chosen. */
  readonly photo: Picture | undefined;
  /** The id of the review whose photo stays, which the shop has. */
  readonly kept: string | null;
  /** Undefined: neither a new one nor that of before. */
  readonly onChange: (photo: Picture | undefined) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** The photo of a review: chosen, drawn again on the device, and removed. */
export function ReviewPhoto({ photo, kept, onChange, onBusy }: ReviewPhotoProps) {
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

  const hasPhoto = photo !== undefined || kept !== null;
  return (
    <div className="stack-2">
      {photo ? (
        <Preview file={photo.file} alt="Chosen by you" />
      ) : (
        kept !== null && <Kept key={kept} reviewId={kept} />
      )}
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

/** What the shop has, if it can be had. */
function Kept({ reviewId }: { readonly reviewId: string }) {
  const [file, setFile] = useState<Blob | null>(null);
  useEffect(() => {
    let isGone = false;
    fetchOwn(reviewPhotoPath(reviewId)).then(
      (found) => {
        if (!isGone) setFile(found);
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [reviewId]);
  return (
    <>
      {file && <Preview file={file} alt="Your photo" />}
      <p>Your photo stays.</p>
    </>
  );
}

function Preview({ file, alt }: { readonly file: Blob; readonly alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img className={styles.photo} src={url} alt={alt} /> : null;
}
