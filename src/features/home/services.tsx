import { limits } from '#contract/wire/limits.ts';
import { Carousel } from '#ui/carousel.tsx';
import { Icon } from '#ui/icon.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import type { DrawingProps } from './service-drawings.tsx';
import styles from './services.module.css';

const services = [
  {
    name: 'Logo design and branding kit',
    text: 'A face for your shop, drawn to match what you make.',
    parts: [
      'Logo in PNG and SVG',
      'Watermark',
      'Social covers',
      'Text-only logo',
      'Cards or stickers',
    ],
    className: styles.branding,
    drawing: 'BrandingDrawing',
  },
  {
    name: 'Custom seamless PNGs',
    text: 'A repeat made for your fabric, your theme, your little customers.',
    parts: ['Seamless PNGs at 350dpi', 'Unlimited revisions', 'Your palette or ours'],
    className: styles.seamless,
    drawing: 'SeamlessDrawing',
  },
] as const;

// The drawings are decorative and far down the page, so they load after what the first screen needs.
const loadDrawings = async () => ({ default: await import('./service-drawings.tsx') });

/** Placeholder for a drawing. */
function Paper({ className }: DrawingProps) {
  return <svg viewBox="0 0 260 220" className={className} aria-hidden="true" />;
}

export function Services() {
  const drawings = useLoaded(loadDrawings, true, () => {});
  return (
    <section className={`page ${styles.block}`} aria-labelledby="services-title">
      <h2 id="services-title" className={styles.title}>
        Made to order
      </h2>
      <Carousel
        label="Services"
        perView={limits.servicesCarousel.slides}
        speedMs={limits.servicesCarousel.speedMs}
        hasDots
        slides={services.map(({ name, text, parts, className, drawing }) => {
          const Drawing = drawings?.[drawing] ?? Paper;
          return {
            key: name,
            content: (
              <article className={`${styles.slide} ${className}`}>
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
