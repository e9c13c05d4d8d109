import { useEffect, useState } from 'react';
import { readStoredGallery, type StoredGallery } from '#offline/catalogue/gallery-store.ts';
import type { ToPage, ToWorker } from '#offline/catalogue/worker-messages.ts';

/** How far this device is with the pictures of all galleries, as the worker goes on; null: not asked for. */
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

/** Has the worker store all pictures, stop that, or delete them. */
export function wishGallery(wish: 'store' | 'stop' | 'delete'): void {
  const message: ToWorker = { kind: 'gallery', wish };
  navigator.serviceWorker?.controller?.postMessage(message);
}
