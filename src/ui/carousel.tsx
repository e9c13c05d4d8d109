import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import styles from './carousel.module.css';
import type { CarouselProps } from './carousel-swiper.tsx';
import { useLoaded } from './use-loaded.ts';

/** Nothing moves before this anyway, and the page has more important things to load. */
const settleMs = 2500;
const gapPx = 16;
const loadSwiper = () => import('./carousel-swiper.tsx');

function useIsBelow(widthPx: number): boolean {
  const query = `(max-width: ${widthPx - 0.02}px)`;
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Slides in a loop. They don't move until they have been visible for a moment or touched; then the code that moves them loads. */
export function Carousel(props: CarouselProps) {
  const { label, slides, perView, perViewSmall } = props;
  const box = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  // Without its code the row doesn't move, but shows the same slides.
  const Moving = useLoaded(loadSwiper, isWanted)?.default;
  const isSmall = useIsBelow(perViewSmall?.belowPx ?? 0);
  const shown = isSmall && perViewSmall ? perViewSmall.slides : perView;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      clearTimeout(timer);
      observer.disconnect();
      setWanted(true);
    };
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(load, settleMs);
    });
    observer.observe(element);
    const wishes = ['pointerenter', 'focusin', 'touchstart'] as const;
    for (const wish of wishes) element.addEventListener(wish, load, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      for (const wish of wishes) element.removeEventListener(wish, load);
    };
  }, []);

  const style = { '--per-view': shown, '--gap': `${gapPx}px` } as CSSProperties;
  return (
    <section
      ref={box}
      className={styles.carousel}
      style={style}
      aria-roledescription="carousel"
      aria-label={label}
    >
      {Moving ? (
        <Moving {...props} shown={shown} gapPx={gapPx} />
      ) : (
        <>
          <div className={styles.row}>
            {slides.map(({ key, content }) => (
              <div key={key}>{content}</div>
            ))}
          </div>
          <div className={styles.controls} />
        </>
      )}
    </section>
  );
}
