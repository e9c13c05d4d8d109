import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { watchVisits } from '#api/last-visit.ts';
import { paths } from '#contract/shop/paths.ts';
import { InstallHint } from '#features/install/install-hint.tsx';
import { notePage } from '#features/install/install-memory.ts';
import { inAppWindow, useMedia } from '#ui/use-media.ts';

// Where its code can't be had, the menu leads everywhere too.
const TabBar = lazy<ComponentType>(() =>
  import('./tab-bar.tsx').catch(() => ({ default: () => null })),
);

/** What the shop shows as an app, or on its way to become one. */
export function AppParts() {
  const { pathname } = useLocation();
  const isInstalled = useMedia(inAppWindow);
  const isPhone = useMedia('(max-width: 54rem)');
  useEffect(watchVisits, []);
  useEffect(() => {
    if (isInstalled) protectStorage();
    else notePage(Date.now());
  }, [isInstalled]);
  // Whoever is paying isn't asked for anything else.
  if (!isInstalled) return pathname === paths.checkout.path ? null : <InstallHint />;
  if (!isPhone) return null;
  return (
    <Suspense fallback={null}>
      <TabBar />
    </Suspense>
  );
}

/** Who installed the shop means to keep what it holds; browsers then agree without a question. */
function protectStorage(): void {
  const storage: StorageManager | undefined = navigator.storage;
  storage?.persist().catch(() => {});
}
