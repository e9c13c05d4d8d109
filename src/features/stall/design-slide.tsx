import { type RefObject, useEffect, useRef, useState } from 'react';
import { imageVariant, packPicture } from '#contract/shop/paths.ts';
import type { PackDesign } from '#offline/catalogue/season-pack-store.ts';
import { joinClasses } from '#ui/join-classes.ts';
import PictureZoom from '#ui/picture-zoom.tsx';
import styles from './design-slide.module.css';

interface DesignSlideProps {
  readonly design: PackDesign;
  /** False for its neighbours, which are only prepared. */
  readonly isShown: boolean;
  /** Its keys enlarge the picture. */
  readonly screen: RefObject<HTMLElement | null>;
  readonly onZoom: (isZoomed: boolean) => void;
}

/** The pictures that can't be shown now. Tries again when the device is online. */
function useFailedPicture(): [string | null, (url: string) => void] {
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const forget = () => setFailed(null);
    addEventListener('online', forget);
    return () => removeEventListener('online', forget);
  }, []);
  return [failed, setFailed];
}

/** One design, as large as the screen allows, with its other pictures below. */
export function DesignSlide({ design, isShown, screen, onZoom }: DesignSlideProps) {
  const { title, images } = design;
  const [place, setPlace] = useState(0);
  const [isZoomed, setZoomed] = useState(false);
  const [failed, setFailed] = useFailedPicture();
  const stage = useRef<HTMLDivElement>(null);
  const url = images[place] ?? images[0];
  const isMissing = url === undefined || failed === url;

  return (
    <div className={styles.slide}>
      <div className={styles.space}>
        <div className={styles.frame}>
          <div ref={stage} className={joinClasses(styles.stage, isZoomed && styles.zoomed)}>
            {isMissing ? (
              <div className={styles.missing}>
                <p className={styles.name}>{title}</p>
                <p>This picture isn’t on this device.</p>
              </div>
            ) : (
              <picture key={url}>
                <source type="image/avif" srcSet={packPicture(url)} />
                <img
                  className={styles.picture}
                  src={imageVariant(url, 1200, 'webp')}
                  alt={title}
                  decoding="async"
                  draggable={false}
                  onError={() => setFailed(url)}
                />
              </picture>
            )}
          </div>
          {isShown && !isMissing && (
            <PictureZoom
              url={url}
              keysFrom={screen}
              stage={stage}
              onZoom={(next) => {
                setZoomed(next);
                onZoom(next);
              }}
            />
          )}
        </div>
      </div>
      {images.length > 1 && (
        <ul className={joinClasses(styles.thumbs, 'swiper-no-swiping')} aria-label="Pictures">
          {images.map((thumb, at) => (
            <li key={thumb}>
              <button
                type="button"
                className={styles.thumb}
                aria-label={`Picture ${at + 1}`}
                aria-current={at === place}
                onClick={() => setPlace(at)}
              >
                <img src={imageVariant(thumb, 320, 'webp')} alt="" decoding="async" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
