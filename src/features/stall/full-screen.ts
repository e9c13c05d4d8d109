import { useEffect, useEffectEvent } from 'react';

/** Fills the screen; browsers allow it only during a press. An iPhone can't: there the page fills the app's window. */
export function enterFullScreen(): void {
  const { documentElement: page } = document;
  // Missing on an iPhone.
  if ('requestFullscreen' in page) page.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** Calls back when the screen is no longer filled, as after Escape, which browsers don't report. */
export function useFullScreenEnd(onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const listener = () => {
      if (!document.fullscreenElement) end();
    };
    document.addEventListener('fullscreenchange', listener);
    return () => document.removeEventListener('fullscreenchange', listener);
  }, []);
}
