import { useEffect } from 'react';
import { studioSession } from '../api/studio-session.ts';
import { openTasks } from './menu.ts';
import type { Waiting } from './use-waiting.ts';

/** Shows the number of open tasks on the installed studio's icon, and tells its worker what this window shows. */
export function useBadge(waiting: Waiting | null): void {
  const user = studioSession((state) => state.user);
  const count = user && waiting && openTasks(user.role, waiting);
  useEffect(() => {
    if (count === null) return;
    // Not every browser has badges; some refuse them outside an installed app.
    const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    set?.catch(() => {});
  }, [count]);
  useEffect(() => {
    const answer = ({ ports }: MessageEvent) => ports[0]?.postMessage(location.href);
    navigator.serviceWorker?.addEventListener('message', answer);
    return () => navigator.serviceWorker?.removeEventListener('message', answer);
  }, []);
}
