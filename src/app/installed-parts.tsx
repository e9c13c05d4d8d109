import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { watchVisits } from '#api/last-visit.ts';
import { paths } from '#contract/shop/paths.ts';
import { InstallHint } from '#features/install/install-hint.tsx';
import { notePage } from '#features/install/install-memory.ts';
import { isPlainHttp } from '#ui/plain-http.ts';
import { inAppWindow, useMedia } from '#ui/use-media.ts';

const nothing = { default: () => null };
// If its code can't be loaded, the menu still leads everywhere.
const TabBar = lazy<ComponentType>(() => import('./tab-bar.tsx').catch(() => nothing));
const PlainHttpNotice = lazy<ComponentType>(() =>
  import('#features/install/plain-http-notice.tsx').catch(() => nothing),
);

/** The parts for the installed app, or the hint to install it. */
export function InstalledParts() {
  const { pathname } = useLocation();
  const isInstalled = useMedia(inAppWindow);
  const isPhone = useMedia('(max-width: 54rem)');
  useEffect(watchVisits, []);
  useEffect(() => {
    if (isInstalled) protectStorage();
    else notePage(Date.now());
  }, [isInstalled]);
  if (isInstalled) return isPhone && <LatePart part={TabBar} />;
  // A buyer who is paying isn't interrupted.
  if (pathname === paths.checkout.path) return null;
  return isPlainHttp ? <LatePart part={PlainHttpNotice} /> : <InstallHint />;
}

function LatePart({ part: Part }: { readonly part: ComponentType }) {
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  );
}

/** Asks the browser to persist the storage of the installed shop; for an installed app browsers agree without asking the user. */
function protectStorage(): void {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  storage?.persist?.().catch(() => {});
}
