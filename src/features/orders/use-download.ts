import { useCallback, useSyncExternalStore } from 'react';
import type { DownloadView } from './download-view.ts';
import { downloads } from './page-downloads.ts';

/** The progress of the download at a stable link, wherever on this page it was started. */
export function useDownload(link: string): DownloadView {
  const watch = useCallback((listener: () => void) => downloads.watch(link, listener), [link]);
  return useSyncExternalStore(watch, () => downloads.view(link));
}
