import { imageVariant } from '#contract/shop/paths.ts';
import type { Picture } from '#contract/shop/picture.ts';
import styles from './paper-image.module.css';
import { usePlaceholder } from './use-placeholder.ts';

/** A small picture to choose by, in a square of `side` px. */
export function ThumbImage({ image, side }: { readonly image: Picture; readonly side: number }) {
  return (
    <img
      className={styles.image}
      src={imageVariant(image.url, 320, 'webp')}
      style={usePlaceholder(image)}
      width={side}
      height={side}
      alt=""
      decoding="async"
    />
  );
}
