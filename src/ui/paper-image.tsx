import { imageFormats, imageSourceSet } from '#contract/shop/paths.ts';
import type { Picture } from '#contract/shop/picture.ts';
import { joinClasses } from './join-classes.ts';
import styles from './paper-image.module.css';
import { usePlaceholder } from './use-placeholder.ts';

interface PaperImageProps {
  readonly image: Picture;
  readonly alt: string;
  /** Its width, as in the `sizes` attribute. */
  readonly sizes: string;
  /** In the first view: loads at once, before other pictures. */
  readonly isFirst?: boolean;
  readonly className?: string | undefined;
}

/** A preview in the size and format the browser picks; width and height reserve its space for its miniature. */
export function PaperImage({ image, alt, sizes, isFirst = false, className }: PaperImageProps) {
  return (
    <picture>
      {imageFormats.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={imageSourceSet(image.url, format)}
          sizes={sizes}
        />
      ))}
      <img
        className={joinClasses(styles.image, className)}
        style={usePlaceholder(image)}
        src={image.url}
        width={image.width}
        height={image.height}
        alt={alt}
        decoding="async"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
      />
    </picture>
  );
}
