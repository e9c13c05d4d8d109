import { useId } from 'react';
import type { ProductImage } from '#contract/shop/product.ts';
import chips from '#ui/choice-chips.module.css';
import { ThumbImage } from '#ui/thumb-image.tsx';
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
    <fieldset className={chips.group}>
      <legend className={chips.legend}>Picture</legend>
      <div className="row-2">
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
            <ThumbImage image={image} side={56} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
