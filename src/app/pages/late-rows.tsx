import { type ComponentType, useState } from 'react';
import rowStyles from '#features/catalogue/design-row.module.css';
import type { CardActions } from '#features/catalogue/product-card.tsx';
import { afterPaint } from '#ui/after-paint.ts';
import { joinClasses } from '#ui/join-classes.ts';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';

type RowsOf<P> = ComponentType<P & { readonly actions: CardActions }>;
interface Loaded<P> {
  readonly Rows: RowsOf<P>;
  readonly cardActions: CardActions;
}
type LoadRows<P> = () => Promise<Loaded<P>>;

/** Loads rows after the screen has painted, which is complete without them. */
export function afterScreen<P>(load: () => Promise<RowsOf<P>>): LoadRows<P> {
  return loadAfter(afterPaint, async () => {
    const [Rows, { cardActions }] = await Promise.all([load(), import('./card-actions.tsx')]);
    return { Rows, cardActions };
  });
}

interface LateRowsProps<P> {
  /** Created by `afterScreen`; must be the same function on every render. */
  readonly load: LoadRows<P>;
  readonly rows: P;
  /** How many rows there will be at most. */
  readonly count?: number;
  /** Adds space to the section above. */
  readonly isBelow?: boolean;
}

/** Rows of cards; their space is reserved until their code has loaded. */
export function LateRows<P extends object>({
  load,
  rows,
  count = 2,
  isBelow = false,
}: LateRowsProps<P>) {
  const [hasFailed, setFailed] = useState(false);
  const loaded = useLoaded(load, true, () => setFailed(true));
  if (hasFailed) return null;
  return (
    <div className={joinClasses(rowStyles.rows, isBelow ? rowStyles.below : 'page')}>
      {loaded ? (
        <loaded.Rows {...rows} actions={loaded.cardActions} />
      ) : (
        Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <div key={place} className={rowStyles.place} />
        ))
      )}
    </div>
  );
}
