import { useEffect } from 'react';
import { studioSession } from '../api/studio-session.ts';
import { openTasks } from './menu.ts';
import type { Waiting } from './use-waiting.ts';

/** The badge methods of browsers that have them. */
interface BadgeBrowser {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows a number on the installed studio's icon, or none for 0; does nothing in a browser without badges. */
export async function showBadge(count: number, browser: BadgeBrowser = navigator): Promise<void> {
  const set = count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.();
  // Some browsers refuse badges outside an installed app.
  await set?.catch(() => {});
}

/** Shows the number of open tasks on the installed studio's icon, and tells its worker what this window shows. */
export function useBadge(waiting: Waiting | null): void {
  const user = studioSession((state) => state.user);
  const count = user && waiting && openTasks(user.role, waiting);
  useEffect(() => {
    if (count !== null) void showBadge(count);
  }, [count]);
  useEffect(() => {
    const answer = ({ ports }: MessageEvent) => ports[0]?.postMessage(location.href);
    navigator.serviceWorker?.addEventListener('message', answer);
    return () => navigator.serviceWorker?.removeEventListener('message', answer);
  }, []);
}
