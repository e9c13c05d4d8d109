import { useEffect, useState } from 'react';
import { useSession } from '#api/use-session.ts';
import {
  ownerOf,
  type PackSource,
  readSeasonPacks,
  type SeasonPack,
} from '#offline/catalogue/season-pack-store.ts';
import type { PackMeasure, ToPage, ToWorker } from '#offline/catalogue/worker-messages.ts';
import { toast } from '#ui/toast.ts';

/** This device's packs, without those of other accounts, live from the worker; null: not read yet. */
export function useSeasonPacks(): readonly SeasonPack[] | null {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const [packs, setPacks] = useState<readonly SeasonPack[] | null>(null);
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const read = () => void readSeasonPacks().then(setPacks, () => {});
    const follow = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === 'seasonPacks') read();
    };
    serviceWorker.addEventListener('message', follow);
    read();
    return () => serviceWorker.removeEventListener('message', follow);
  }, []);
  const isShown = (owner: string | null | undefined) => owner === undefined || owner === accountId;
  return packs?.filter((pack) => isShown(ownerOf(pack))) ?? null;
}

/** How long to wait for the worker's answer, in ms. */
const answerMs = 20_000;

/** Asks the worker; null if it doesn't answer in time, or there is none. */
function askWorker<T>(message: ToWorker): Promise<T | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (answer: T | null) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(null), answerMs);
    port1.onmessage = ({ data }: MessageEvent<T>) => settle(data);
    worker.postMessage(message, [port2]);
  });
}

/** What keeping a listing offline would need; null: the shop or the listing can't be read now. */
export function measurePack(source: PackSource): Promise<PackMeasure> {
  return askWorker({ kind: 'seasonPack', wish: 'measure', source });
}

/** Keeps a listing offline, or continues; says so if the device can't. */
export async function keepPack(name: string, source: PackSource): Promise<void> {
  const isNoted = await askWorker<boolean>({ kind: 'seasonPack', wish: 'keep', name, source });
  if (!isNoted) {
    toast.error('Nothing was stored: this device has no room. Free up some space, then try again.');
  }
}

export function removePack(id: string): void {
  const message: ToWorker = { kind: 'seasonPack', wish: 'remove', id };
  navigator.serviceWorker?.controller?.postMessage(message);
}
