import { maxBeside } from '#contract/shop/cloth-view.ts';
import { imageVariant } from '#contract/shop/paths.ts';
import chips from '#ui/choice-chips.module.css';
import { Icon } from '#ui/icon.tsx';
import styles from './bench.module.css';

/** A design that may lie beside the first one. */
export interface Neighbour {
  readonly _id: string;
  readonly title: string;
  /** The address of its picture, in any size; empty if it has none. */
  readonly image: string;
}

interface BesideControlProps {
  readonly offered: readonly Neighbour[];
  readonly beside: readonly string[];
  readonly onChange: (beside: string[]) => void;
}

/** Lays designs of the cart and the wishlist beside this one, at the same scale. */
export function BesideControl({ offered, beside, onChange }: BesideControlProps) {
  const isFull = beside.length >= maxBeside;
  return (
    <fieldset className={chips.group}>
      <legend className={chips.legend}>Lay beside it</legend>
      {offered.length === 0 ? (
        <p className="note">Designs in your cart and wishlist are offered here.</p>
      ) : (
        <div className={styles.neighbours}>
          {offered.map(({ _id, title, image }) => {
            const isOn = beside.includes(_id);
            return (
              <button
                key={_id}
                type="button"
                className={styles.neighbour}
                aria-pressed={isOn}
                disabled={isFull && !isOn}
                onClick={() =>
                  onChange(isOn ? beside.filter((id) => id !== _id) : [...beside, _id])
                }
              >
                {image !== '' && (
                  <img src={imageVariant(image, 320, 'webp')} width={56} height={56} alt="" />
                )}
                <span>{title}</span>
                {isOn && <Icon name="check" size={18} />}
              </button>
            );
          })}
        </div>
      )}
      {isFull && <p className="note">Three designs fit side by side.</p>}
    </fieldset>
  );
}
