import { isCheckoutDocument } from '#ui/checkout-border.ts';
import { hasInput, reloadWhenCalm } from './reload-when-calm.ts';

/** Where a tab notes which build it was reloaded from. */
const key = 'reloaded-from';

/**
 * Code that is missing since the shop was renewed comes with a reload: one for each build, and none
 * where it would bring the same build or lose what was typed. Returns the stop.
 */
export function reloadAfterDeploy(): () => void {
  // Where it can't be found out, or noted, the page stays and offers another try.
  const look = () => void reloadIfRenewed().catch(() => {});
  addEventListener('vite:preloadError', look);
  return () => removeEventListener('vite:preloadError', look);
}

async function reloadIfRenewed(): Promise<void> {
  if (isCheckoutDocument || !navigator.onLine) return;
  const mine = document.querySelector('script[type="module"]')?.getAttribute('src') ?? null;
  // What a reload would be answered with: the worker's shell where there is one, else the shop's.
  const shell = await (await fetch('/index.html', { cache: 'no-store' })).text();
  const [, next = null] = /<script type="module"[^<>]* src="([^"<>]+)"/.exec(shell) ?? [];
  if (mine === null || next === null || next === mine || hasInput()) return;
  if (sessionStorage.getItem(key) === mine) return;
  sessionStorage.setItem(key, mine);
  reloadWhenCalm(true);
}
