import 'swiper/css';
import { type ReactNode, useEffect, useState } from 'react';
import { Autoplay } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import type { Swiper as SwiperInstance } from 'swiper/types';
import { Button } from './button.tsx';
import styles from './carousel.module.css';
import { Icon } from './icon.tsx';

export interface CarouselProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[];
  /** How many slides are visible, and below which window width fewer are. */
  readonly perView: number;
  readonly perViewSmall?: { readonly belowPx: number; readonly slides: number };
  readonly speedMs: number;
  /** Advances by itself after this; if unset, only on request. */
  readonly autoplayDelayMs?: number;
  readonly hasDots?: boolean;
}

export interface CarouselSwiperProps extends CarouselProps {
  /** How many slides are visible now. */
  readonly shown: number;
  readonly gapPx: number;
}

/** Whether the buyer prefers reduced motion, or pays for data: no automatic motion then. */
function prefersStillness(): boolean {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}

/** Whether the focus is in the carousel. `forget` counts it as outside until something in it gets the focus again. */
function useFocusWithin(carousel: Element | null): { hasFocus: boolean; forget: () => void } {
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    if (!carousel) return;
    const follow = () => setFocus(carousel.contains(document.activeElement));
    const leave = () => setFocus(false);
    follow();
    carousel.addEventListener('focusin', follow);
    carousel.addEventListener('focusout', leave);
    return () => {
      carousel.removeEventListener('focusin', follow);
      carousel.removeEventListener('focusout', leave);
    };
  }, [carousel]);
  return { hasFocus, forget: () => setFocus(false) };
}

/**
 * The carousel that moves. Dots and buttons are our own, because Swiper's write HTML from strings, which the
 * shop's Trusted Types policy rejects.
 */
export default function CarouselSwiper(props: CarouselSwiperProps) {
  const { slides, speedMs, autoplayDelayMs, hasDots = false, shown, gapPx } = props;
  const [swiper, setSwiper] = useState<SwiperInstance | null>(null);
  const [current, setCurrent] = useState(0);
  const [isPlaying, setIsPlaying] = useState(
    () => autoplayDelayMs !== undefined && !prefersStillness(),
  );
  // A loop needs twice the visible slides, so a short list is repeated.
  const rounds = Math.max(1, Math.ceil((shown * 2) / slides.length));
  const looped = Array.from({ length: rounds }, (_, round) =>
    slides.map((slide, index) => ({ ...slide, key: `${round} ${slide.key}`, round, index })),
  ).flat();

  // What somebody on the keyboard reads or is about to press mustn't move away.
  const { hasFocus, forget } = useFocusWithin(swiper?.el.parentElement ?? null);
  const isMoving = isPlaying && !hasFocus;

  useEffect(() => {
    if (!swiper || autoplayDelayMs === undefined) return;
    if (isMoving) swiper.autoplay.start();
    else swiper.autoplay.stop();
  }, [swiper, autoplayDelayMs, isMoving]);

  function toggle(): void {
    setIsPlaying(!isPlaying);
    // The button has the focus, and pressing it says what is wanted.
    forget();
  }

  return (
    <>
      <Swiper
        modules={[Autoplay]}
        loop
        // A press must also work while the slides are moving, which is half of the time.
        loopPreventsSliding={false}
        speed={speedMs}
        slidesPerView={shown}
        spaceBetween={gapPx}
        autoplay={
          isPlaying && autoplayDelayMs !== undefined
            ? { delay: autoplayDelayMs, pauseOnMouseEnter: true, disableOnInteraction: false }
            : false
        }
        onSwiper={setSwiper}
        onRealIndexChange={({ realIndex }) => setCurrent(realIndex % slides.length)}
      >
        {looped.map(({ key, content, round, index }) => (
          <SwiperSlide
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            aria-hidden={round > 0}
          >
            {content}
          </SwiperSlide>
        ))}
      </Swiper>
      <div className={styles.controls}>
        <Button variant="icon" aria-label="Previous slide" onClick={() => swiper?.slidePrev()}>
          <Icon name="left" />
        </Button>
        {autoplayDelayMs !== undefined && (
          <Button variant="icon" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </Button>
        )}
        {hasDots &&
          slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              className={styles.dot}
              aria-label={`Slide ${index + 1}`}
              aria-current={index === current || undefined}
              onClick={() => swiper?.slideToLoop(index)}
            />
          ))}
        <Button variant="icon" aria-label="Next slide" onClick={() => swiper?.slideNext()}>
          <Icon name="right" />
        </Button>
      </div>
    </>
  );
}
