import { type ComponentType, useEffect } from 'react';
import { useLocation } from 'react-router';
import { watchVisits } from '#api/last-visit.ts';
import { paths } from '#contract/shop/paths.ts';
import { InstallHint } from '#features/install/install-hint.tsx';
import { notePage } from '#features/install/install-memory.ts';
import { isPlainHttp } from '#ui/plain-http.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { inAppWindow, useMedia } from '#ui/use-media.ts';

// If its code can't be loaded, the menu still leads everywhere.
const loadTabBar = () => import('./tab-bar.tsx');
const loadPlainHttpNotice = () => import('#features/install/plain-http-notice.tsx');

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
  if (isInstalled) return isPhone && <LatePart load={loadTabBar} />;
  // A buyer who is paying isn't interrupted.
  if (pathname === paths.checkout.path) return null;
  return isPlainHttp ? <LatePart load={loadPlainHttpNotice} /> : <InstallHint />;
}

interface LatePartProps {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

function LatePart({ load }: LatePartProps) {
  const late = useLoaded(load);
  return late && <late.default />;
}

/** Asks the browser to persist the storage of the installed shop; for an installed app browsers agree without asking the user. */
function protectStorage(): void {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  storage?.persist?.().catch(() => {});
}
