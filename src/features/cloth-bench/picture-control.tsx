import { useId } from 'react';
import { imageVariant } from '#contract/shop/paths.ts';
import type { ProductImage } from '#contract/shop/product.ts';
import styles from './bench.module.css';

interface PictureControlProps {
  readonly images: readonly ProductImage[];
  readonly picture: number;
  readonly onChoose: (picture: number) => void;
}

/** Which of a design's pictures lies on the bench. */
export function PictureControl({ images, picture, onChoose }: PictureControlProps) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Picture</legend>
      <div className={styles.chips}>
        {images.map((image, place) => (
          <label key={image._id} className={styles.thumb}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              aria-label={`Picture ${place + 1}`}
              checked={place === picture}
              onChange={() => onChoose(place)}
            />
            <img
              src={imageVariant(image.url, 320, 'webp')}
              style={{ backgroundColor: image.color }}
              width={56}
              height={56}
              alt=""
              decoding="async"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
