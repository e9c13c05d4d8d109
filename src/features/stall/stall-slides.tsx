import 'swiper/css';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Virtual } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import type { Swiper as SwiperInstance } from 'swiper/types';
import type { PackDesign } from '#offline/catalogue/season-pack-store.ts';
import { useMedia } from '#ui/use-media.ts';
import { DesignSlide } from './design-slide.tsx';
import styles from './stall-slides.module.css';

const moveMs = 260;

interface StallSlidesProps {
  readonly designs: readonly PackDesign[];
  readonly place: number;
  readonly onPlace: (place: number) => void;
  /** Its keys enlarge the picture. */
  readonly screen: RefObject<HTMLElement | null>;
}

/** The designs one beside the other; only the shown one and its neighbours are in the page, however many there are. */
export function StallSlides({ designs, place, onPlace, screen }: StallSlidesProps) {
  const swiper = useRef<SwiperInstance>(null);
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const speed = isStill ? 0 : moveMs;
  const slideTo = useEffectEvent((to: number) => {
    if (swiper.current?.activeIndex !== to) swiper.current?.slideTo(to, speed);
  });
  useEffect(() => slideTo(place), [place]);

  return (
    <Swiper
      className={styles.slides ?? ''}
      modules={[Virtual]}
      virtual={{ addSlidesBefore: 1, addSlidesAfter: 1 }}
      initialSlide={place}
      speed={speed}
      spaceBetween={24}
      noSwiping
      onSwiper={(created) => {
        swiper.current = created;
      }}
      onSlideChange={({ activeIndex }) => onPlace(activeIndex)}
    >
      {designs.map((design, at) => (
        <SwiperSlide
          key={design.productId}
          virtualIndex={at}
          role="group"
          aria-roledescription="slide"
          aria-label={`${at + 1} of ${designs.length}`}
          inert={at !== place}
        >
          <DesignSlide
            design={design}
            isShown={at === place}
            screen={screen}
            onZoom={(isZoomed) => {
              // An enlarged picture is moved by the same finger.
              if (swiper.current) swiper.current.allowTouchMove = !isZoomed;
            }}
          />
        </SwiperSlide>
      ))}
    </Swiper>
  );
}
