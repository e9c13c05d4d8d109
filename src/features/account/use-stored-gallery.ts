import { useEffect, useState } from 'react';
import { readStoredGallery, type StoredGallery } from '#offline/catalogue/gallery-store.ts';
import type { ToPage, ToWorker } from '#offline/catalogue/worker-messages.ts';

/** This device's progress in storing all gallery pictures, live from the worker; null: not requested. */
export function useStoredGallery(): StoredGallery | null {
  const [gallery, setGallery] = useState<StoredGallery | null>(null);
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const follow = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === 'gallery') setGallery(data.gallery);
    };
    serviceWorker.addEventListener('message', follow);
    readStoredGallery().then(setGallery, () => {});
    return () => serviceWorker.removeEventListener('message', follow);
  }, []);
  return gallery;
}

/** Asks the worker to store all pictures, to stop, or to delete them. */
export function requestGallery(wish: 'store' | 'stop' | 'delete'): void {
  const message: ToWorker = { kind: 'gallery', wish };
  navigator.serviceWorker?.controller?.postMessage(message);
}
