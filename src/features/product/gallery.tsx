import { type ReactNode, useRef, useState, ViewTransition } from 'react';
import { imageSizes } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { PaperImage } from '#ui/paper-image.tsx';
import { ThumbImage } from '#ui/thumb-image.tsx';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import styles from './gallery.module.css';
import { keyStep, stepFrom } from './gallery-steps.ts';
import { useSwipe } from './use-swipe.ts';

interface GalleryProps {
  readonly product: Product;
  /** Short facts shown on the big picture. */
  readonly notes?: ReactNode;
}

const loadZoom = loadAfter(afterPaint, () => import('#ui/picture-zoom.tsx'));

/** One big picture at a time: arrows, thumbnails, arrow keys and swipes, wrapping around; and it can be enlarged. */
export function Gallery({ product, notes }: GalleryProps) {
  const { images, title } = product;
  const [place, setPlace] = useState(0);
  const [hasMoved, setMoved] = useState(false);
  const [isZoomed, setZoomed] = useState(false);
  const gallery = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const PictureZoom = useLoaded(loadZoom)?.default;
  const go = (to: number) => {
    setMoved(true);
    setPlace(to);
  };
  const step = (by: -1 | 1) => go(stepFrom(place, by, images.length));
  const swipe = useSwipe(step);
  const image = images[place] ?? images[0];
  if (!image) return null;
  const isSingle = images.length === 1;

  return (
    <section
      ref={gallery}
      className={styles.gallery}
      aria-label={`Pictures of ${title}`}
      onKeyDown={(event) => {
        const by = keyStep(event.key);
        if (by === 0 || isSingle || event.defaultPrevented) return;
        event.preventDefault();
        step(by);
      }}
    >
      <div className={styles.frame}>
        <div
          ref={stage}
          className={joinClasses(
            styles.stage,
            PictureZoom && styles.scalable,
            isZoomed && styles.zoomed,
          )}
          {...(!isSingle && !isZoomed && swipe)}
        >
          <ViewTransition name={`design-${product._id}`} default="none" share="auto">
            <PaperImage
              key={image._id}
              className={joinClasses(styles.big, hasMoved && styles.arriving)}
              image={image}
              alt={isSingle ? title : `${title}, picture ${place + 1} of ${images.length}`}
              sizes={imageSizes.gallery}
              isFirst
            />
          </ViewTransition>
        </div>
        {PictureZoom && (
          <PictureZoom url={image.url} keysFrom={gallery} stage={stage} onZoom={setZoomed} />
        )}
        <div className={styles.notes}>{notes}</div>
        {!isSingle && (
          <>
            <button
              type="button"
              className={joinClasses(styles.arrow, styles.previous)}
              aria-label="Previous picture"
              onClick={() => step(-1)}
            >
              <Icon name="left" />
            </button>
            <button
              type="button"
              className={joinClasses(styles.arrow, styles.next)}
              aria-label="Next picture"
              onClick={() => step(1)}
            >
              <Icon name="right" />
            </button>
            <div className={styles.dots} aria-hidden="true">
              {images.map(({ _id }, at) => (
                <span key={_id} className={at === place ? styles.here : undefined} />
              ))}
            </div>
          </>
        )}
      </div>
      {!isSingle && (
        <>
          <p className="visually-hidden" role="status">
            {hasMoved && `Picture ${place + 1} of ${images.length}`}
          </p>
          <ul className={styles.thumbs}>
            {images.map((thumb, at) => (
              <li key={thumb._id}>
                <button
                  type="button"
                  className={styles.thumb}
                  aria-label={`Picture ${at + 1}`}
                  aria-current={at === place}
                  onClick={() => go(at)}
                >
                  <ThumbImage image={thumb} side={88} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
