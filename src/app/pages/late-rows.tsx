import { type ComponentType, useState } from 'react';
import rowStyles from '#features/catalogue/design-row.module.css';
import type { CardActions } from '#features/catalogue/product-card.tsx';
import { afterPaint } from '#ui/after-paint.ts';
import { joinClasses } from '#ui/join-classes.ts';
import { useLoaded } from '#ui/use-loaded.ts';

type RowsOf<P> = ComponentType<P & { readonly actions: CardActions }>;
interface Loaded<P> {
  readonly Rows: RowsOf<P>;
  readonly cardActions: CardActions;
}
type LoadRows<P> = () => Promise<{ readonly default: Loaded<P> }>;

/** Loads two rows of designs once the screen is painted, which is whole without them. */
export function afterScreen<P>(load: () => Promise<RowsOf<P>>): LoadRows<P> {
  return async () => {
    await new Promise<void>(afterPaint);
    const [Rows, { cardActions }] = await Promise.all([load(), import('./card-actions.tsx')]);
    return { default: { Rows, cardActions } };
  };
}

interface LateRowsProps<P> {
  /** Always the same function, made by `afterScreen`. */
  readonly load: LoadRows<P>;
  readonly rows: P;
  /** Set apart from a screen above it. */
  readonly isBelow?: boolean;
}

/** Two rows of designs; their place is reserved until their code has loaded. */
export function LateRows<P extends object>({ load, rows, isBelow = false }: LateRowsProps<P>) {
  const [hasFailed, setFailed] = useState(false);
  const loaded = useLoaded(load, true, () => setFailed(true));
  if (hasFailed) return null;
  return (
    <div className={joinClasses(rowStyles.rows, isBelow ? rowStyles.below : 'page')}>
      {loaded ? (
        <loaded.Rows {...rows} actions={loaded.cardActions} />
      ) : (
        <>
          <div className={rowStyles.place} />
          <div className={rowStyles.place} />
        </>
      )}
    </div>
  );
}
