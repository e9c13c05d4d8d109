import type { Services as ServicesTexts, serviceDrawings } from '#contract/shop/content.ts';
import { limits } from '#contract/wire/limits.ts';
import { Carousel } from '#ui/carousel.tsx';
import { Icon } from '#ui/icon.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import type { DrawingProps } from './service-drawings.tsx';
import styles from './services.module.css';

const looks = {
  branding: { className: styles.branding, drawing: 'BrandingDrawing' },
  seamless: { className: styles.seamless, drawing: 'SeamlessDrawing' },
} as const satisfies Record<(typeof serviceDrawings)[number], object>;

// The drawings are decorative and far down the page, so they load after what the first screen needs.
const loadDrawings = () => import('./service-drawings.tsx');

/** Placeholder for a drawing. */
function Paper({ className }: DrawingProps) {
  return <svg viewBox="0 0 260 220" className={className} aria-hidden="true" />;
}

export function Services({ texts }: { readonly texts: ServicesTexts }) {
  const drawings = useLoaded(loadDrawings);
  return (
    <section className={`page ${styles.block}`} aria-labelledby="services-title">
      <h2 id="services-title" className={styles.title}>
        {texts.title}
      </h2>
      <Carousel
        label="Services"
        perView={limits.servicesCarousel.slides}
        speedMs={limits.servicesCarousel.speedMs}
        hasDots
        slides={texts.services.map(({ name, text, parts, drawing }) => {
          const look = looks[drawing];
          const Drawing = drawings?.[look.drawing] ?? Paper;
          return {
            key: name,
            content: (
              <article className={`${styles.slide} ${look.className}`}>
                <div className={styles.card}>
                  <h3>{name}</h3>
                  <p>{text}</p>
                  <ul className={styles.parts}>
                    {parts.map((part) => (
                      <li key={part}>
                        <Icon name="check" size={20} />
                        {part}
                      </li>
                    ))}
                  </ul>
                </div>
                <Drawing className={styles.drawing} />
              </article>
            ),
          };
        })}
      />
    </section>
  );
}
