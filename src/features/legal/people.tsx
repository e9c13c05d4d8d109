import { designerPath, logoPath } from '#contract/shop/paths.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import type { Person } from '#contract/shop/written-page.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './people.module.css';

interface PeopleProps {
  readonly people: readonly Person[];
  readonly designers: ShopSettings['designers'];
}

/** Who is behind the shop, each with a face. */
export function People({ people, designers }: PeopleProps) {
  const drawing = new Set(designers.map(({ name }) => name));
  return (
    <ul className={styles.people}>
      {people.map(({ name, text, picture }) => (
        <li key={name} className={styles.person}>
          {picture ? (
            <img
              className={styles.face}
              src={logoPath(picture.hash, 'webp')}
              width={picture.width}
              height={picture.height}
              alt={name}
            />
          ) : (
            <span className={styles.face} aria-hidden="true">
              {name.slice(0, 1)}
            </span>
          )}
          <div className="stack-2">
            <h3>{name}</h3>
            {text !== '' && <p>{text}</p>}
            {drawing.has(name) && (
              <p>
                <ShopLink to={designerPath(name)}>Designs by {name}</ShopLink>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
