import { useSyncExternalStore } from 'react';
import { isShopReached, reach } from '#api/reach.ts';
import { useCall } from '#api/use-call.ts';
import type { PicturesSize } from '#contract/shop/product.ts';
import { counted } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import type { StoredGallery } from '#offline/catalogue/gallery-store.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceActions, ChoiceNote, ChoicePart, type ChoicePartProps } from '#ui/choice-part.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { bytesText, type StorageAnswer } from './storage-facts.ts';
import { requestGallery, useStoredGallery } from './use-stored-gallery.ts';

/** `120 of 236 pictures, 3.5 of 7.1 MB`; leaves out the totals while only the shop knows them. */
function amountText({ pictures, wanted, bytes }: StoredGallery, size: PicturesSize | undefined) {
  const stored = `${pictures} of ${wanted} pictures`;
  return size
    ? `${stored}, ${bytesText(bytes)} of ${bytesText(size.bytes)}`
    : `${stored}, ${bytesText(bytes)}`;
}

/** What the device is doing, or why it isn't doing anything. */
function statusText({ status }: StoredGallery, isReached: boolean): string {
  if (status === 'full') {
    return 'This device is out of space. Pictures stored so far stay. Free up some space, then continue, or remove the pictures.';
  }
  if (status === 'unread') {
    return 'The designs saved on this device can’t be read right now. Storing starts when they can.';
  }
  if (status === 'stopped') return 'Stopped. Pictures stored so far stay.';
  return isReached ? 'Storing pictures…' : 'Continues when the connection is back.';
}

/** How many pictures are stored, and how many the shop couldn't provide. */
function doneText({ pictures, wanted, bytes }: StoredGallery): string {
  const missing = wanted - pictures;
  if (missing <= 0) return `All ${pictures} pictures are on this device, ${bytesText(bytes)}.`;
  const failed = counted(missing, 'picture');
  return `${pictures} pictures are on this device, ${bytesText(bytes)}. ${failed} could not be downloaded and will be tried again later.`;
}

/** Whose pictures are stored: a device doesn't store all designs of a very large shop. */
function designsText(size: PicturesSize | undefined): string {
  const isPart = size !== undefined && size.designs >= limits.deviceSize;
  return isPart ? `the newest ${limits.deviceSize.toLocaleString('en-US')} designs` : 'all designs';
}

interface SaveForOfflineProps extends Pick<ChoicePartProps, 'level'> {
  readonly storage: StorageAnswer;
}

/** The setting to store all pictures of all designs on this device; without it, a design that was never opened has one picture offline. */
export function SaveForOffline({ storage, level }: SaveForOfflineProps) {
  const { data: size } = useCall('galleryPictures', {});
  const isReached = useSyncExternalStore(reach.subscribe, isShopReached);
  const gallery = useStoredGallery();
  const free = storage.quota === null ? null : storage.quota - (storage.usage ?? 0);
  const isTight = size !== undefined && free !== null && size.bytes - (gallery?.bytes ?? 0) > free;
  const isDone = gallery?.status === 'done';
  const amount = gallery && amountText(gallery, size);
  return (
    <ChoicePart title="Save the shop for offline" level={level}>
      {isDone ? (
        <p>{doneText(gallery)} Pictures of new designs are added automatically.</p>
      ) : (
        <p>
          Offline, a design you have not opened shows only its first picture. Store the pictures of{' '}
          {designsText(size)}, in a size for phones.
        </p>
      )}
      {isTight && !isDone && (
        <ChoiceNote isProblem>
          This browser has room for {bytesText(Math.max(0, free))} more, which is not enough for all
          pictures.
        </ChoiceNote>
      )}
      {gallery && !isDone && gallery.wanted > 0 && (
        <>
          <ProgressBar
            label="Pictures stored"
            value={gallery.pictures}
            max={gallery.wanted}
            text={amount ?? ''}
          />
          <ChoiceNote>{amount}</ChoiceNote>
        </>
      )}
      <ChoiceNote isStatus isProblem={gallery?.status === 'full'}>
        {gallery && !isDone && statusText(gallery, isReached)}
      </ChoiceNote>
      <ChoiceActions>
        {gallery === null && (
          <Button variant="paper" onClick={() => requestGallery('store')}>
            {size
              ? `Save the shop for offline, ${bytesText(size.bytes)}`
              : 'Save the shop for offline'}
          </Button>
        )}
        {gallery?.status === 'running' && (
          <Button variant="paper" onClick={() => requestGallery('stop')}>
            Stop
          </Button>
        )}
        {(gallery?.status === 'stopped' || gallery?.status === 'full') && (
          <Button variant="paper" onClick={() => requestGallery('store')}>
            Continue
          </Button>
        )}
        {gallery && gallery.status !== 'running' && (
          <Button variant="paper" onClick={() => requestGallery('delete')}>
            Remove from this device
          </Button>
        )}
      </ChoiceActions>
    </ChoicePart>
  );
}
