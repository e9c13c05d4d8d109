import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import styles from './photo-button.module.css';

interface PhotoButtonProps {
  readonly children: ReactNode;
  /** Called with each photo, also if it is the same again. */
  readonly onPhoto: (photo: File) => void;
}

/** A button that takes a photo with the camera, or a picture of this device. */
export function PhotoButton({ children, onPhoto }: PhotoButtonProps) {
  return (
    <label className={buttonClass({ variant: 'paper' }, styles.photo)}>
      {children}
      <input
        type="file"
        accept="image/*"
        className="visually-hidden"
        onChange={({ target }) => {
          const [photo] = target.files ?? [];
          target.value = '';
          if (photo) onPhoto(photo);
        }}
      />
    </label>
  );
}
