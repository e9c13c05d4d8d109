import { useCall } from '#api/use-call.ts';
import { messages } from '#contract/messages/messages.ts';
import { imageSizes } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import styles from './featured.module.css';
import { FeaturedHeading } from './featured-heading.tsx';

const { slides, slidesSmall, smallBelowPx, speedMs, delayMs } = limits.featuredCarousel;

/** The studio's featured images: loading, failed or shown. */
function Pictures() {
  const { status, data, refetch } = useCall('featuredImages', {});
  if (data && data.length > 0) {
    return (
      <Carousel
        label="Featured pictures"
        perView={slides}
        perViewSmall={{ belowPx: smallBelowPx, slides: slidesSmall }}
        speedMs={speedMs}
        autoplayDelayMs={delayMs}
        slides={data.map(({ image, altText }) => ({
          key: image.url,
          content: (
            <PaperImage
              className={styles.picture}
              image={image}
              alt={altText || messages.featured.alt}
              sizes={imageSizes.featured}
            />
          ),
        }))}
      />
    );
  }
  if (status === 'rejected') {
    return (
      <div className={styles.state} role="alert">
        <p>{messages.featured.failed}</p>
        <Button variant="paper" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.state} role="status">
      {data ? (
        <p>The first pictures are coming soon.</p>
      ) : (
        <span className={styles.spinner}>
          <span className="visually-hidden">Loading images</span>
        </span>
      )}
    </div>
  );
}

export function Featured({ text }: { readonly text: string }) {
  return (
    <section className={`page ${styles.section}`} aria-labelledby="featured-title">
      <FeaturedHeading text={text} />
      <Pictures />
    </section>
  );
}
