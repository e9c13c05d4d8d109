import { isCheckoutDocument } from '#ui/checkout-border.ts';
import { hasInput, reloadWhenIdle } from './reload-when-idle.ts';

/** The key under which a tab stores which build it was reloaded from. */
const key = 'reloaded-from';

/**
 * Reloads the page if code is missing because a new build was deployed. Reloads at most once per build, and
 * never if it would load the same build or lose what was typed. Returns a function that stops it.
 */
export function reloadAfterDeploy(): () => void {
  // If the build can't be determined or stored, the page stays and offers a retry.
  const look = () => void reloadIfRenewed().catch(() => {});
  addEventListener('vite:preloadError', look);
  return () => removeEventListener('vite:preloadError', look);
}

async function reloadIfRenewed(): Promise<void> {
  if (isCheckoutDocument || !navigator.onLine) return;
  const mine = document.querySelector('script[type="module"]')?.getAttribute('src') ?? null;
  // The HTML that a reload would get: the worker's shell if there is one, else the shop's.
  const shell = await (await fetch('/index.html', { cache: 'no-store' })).text();
  const [, next = null] = /<script type="module"[^<>]* src="([^"<>]+)"/.exec(shell) ?? [];
  if (mine === null || next === null || next === mine || hasInput()) return;
  if (sessionStorage.getItem(key) === mine) return;
  sessionStorage.setItem(key, mine);
  reloadWhenIdle(true);
}
