import { type ComponentType, type ReactNode, useState } from 'react';
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

/** Loads rows as soon as the screen is there. */
export function withScreen<P>(load: () => Promise<RowsOf<P>>): LoadRows<P> {
  return async () => {
    const [Rows, { cardActions }] = await Promise.all([load(), import('./card-actions.tsx')]);
    return { Rows, cardActions };
  };
}

/** Loads rows after the screen has painted, which is complete without them. */
export function afterScreen<P>(load: () => Promise<RowsOf<P>>): LoadRows<P> {
  return loadAfter(afterPaint, withScreen(load));
}

const places = {
  first: joinClasses('page', rowStyles.first),
  between: 'page',
  below: rowStyles.below,
} as const;

interface LateRowsProps<P> {
  /** Created by `afterScreen`; must be the same function on every render. */
  readonly load: LoadRows<P>;
  readonly rows: P;
  /** How many rows there will be at most. */
  readonly count?: number;
  /** What is in their place until their code has loaded. */
  readonly until?: ReactNode;
  /** The first of a page is close to what is above it; one below others has more space. */
  readonly place?: keyof typeof places;
}

/** Rows of cards; their space is reserved until their code has loaded. */
export function LateRows<P extends object>({
  load,
  rows,
  count = 2,
  until,
  place = 'between',
}: LateRowsProps<P>) {
  const [hasFailed, setFailed] = useState(false);
  const loaded = useLoaded(load, true, () => setFailed(true));
  if (hasFailed) return null;
  return (
    <div className={joinClasses(rowStyles.rows, places[place])}>
      {loaded ? (
        <loaded.Rows {...rows} actions={loaded.cardActions} />
      ) : (
        (until ??
        Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <div key={row} className={rowStyles.place} />
        )))
      )}
    </div>
  );
}
