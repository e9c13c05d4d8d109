import { useCallback, useSyncExternalStore } from 'react';
import type { DownloadView } from './download-view.ts';
import { downloads } from './page-downloads.ts';

/** How far the download behind a stable link is; follows it, wherever on this page it was begun. */
export function useDownload(link: string): DownloadView {
  const watch = useCallback((listener: () => void) => downloads.watch(link, listener), [link]);
  return useSyncExternalStore(watch, () => downloads.view(link));
}
