import { lazy, Suspense } from 'react';

const AskYearly = lazy(() =>
  import('#features/commissions/ask-yearly.tsx').then((module) => ({ default: module.AskYearly })),
);

/** Asks for a yearly licence, loaded after the screen that it is on. */
export function AskForYear() {
  return (
    <Suspense fallback={null}>
      <AskYearly />
    </Suspense>
  );
}
