import { useSyncExternalStore } from 'react';
import { isShopReached, reach } from '#api/reach.ts';
import { useCall } from '#api/use-call.ts';
import type { GalleryPictures } from '#contract/product.ts';
import type { StoredGallery } from '#offline/gallery-store.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceActions, ChoiceNote, ChoicePart } from '#ui/choice-part.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { bytesText, type StorageAnswer } from './storage-facts.ts';
import { useStoredGallery, wishGallery } from './use-stored-gallery.ts';

/** `120 of 236 pictures, 3.5 of 7.1 MB`; the whole is left out where only the shop knows it. */
function amountText({ pictures, wanted, bytes }: StoredGallery, size: GalleryPictures | undefined) {
  const counted = `${pictures} of ${wanted} pictures`;
  return size
    ? `${counted}, ${bytesText(bytes)} of ${bytesText(size.bytes)}`
    : `${counted}, ${bytesText(bytes)}`;
}

/** What the device is doing, or why it isn't. */
function statusText({ status }: StoredGallery, isReached: boolean): string {
  if (status === 'full') {
    return 'There is no more room on this device. What is stored stays. Free some space, then continue, or remove the pictures.';
  }
  if (status === 'stopped') return 'Stopped. What is stored stays.';
  return isReached ? 'Storing the pictures.' : 'Continues when the shop can be reached.';
}

/** All pictures of all designs on this device, by choice: a design that was never opened shows one otherwise. */
export function TakeAlong({ storage }: { readonly storage: StorageAnswer }) {
  const { data: size } = useCall('galleryPictures', {});
  const isReached = useSyncExternalStore(reach.subscribe, isShopReached);
  const gallery = useStoredGallery();
  const free = storage.quota === null ? null : storage.quota - (storage.usage ?? 0);
  const isTight = size !== undefined && free !== null && size.bytes - (gallery?.bytes ?? 0) > free;
  const isDone = gallery?.status === 'done';
  const amount = gallery && amountText(gallery, size);
  return (
    <ChoicePart title="Take the shop along">
      {isDone ? (
        <p>
          All {gallery.pictures} pictures are on this device, {bytesText(gallery.bytes)}. Those of
          new designs follow by themselves.
        </p>
      ) : (
        <p>
          Without a signal a design you never opened shows one picture. Store all of them, in the
          size a phone shows.
        </p>
      )}
      {isTight && !isDone && (
        <ChoiceNote isProblem>
          This browser has room for {bytesText(Math.max(0, free))} more: not for all of them.
        </ChoiceNote>
      )}
      {gallery && !isDone && (
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
          <Button variant="paper" onClick={() => wishGallery('store')}>
            {size ? `Take the shop along, ${bytesText(size.bytes)}` : 'Take the shop along'}
          </Button>
        )}
        {gallery?.status === 'running' && (
          <Button variant="paper" onClick={() => wishGallery('stop')}>
            Stop
          </Button>
        )}
        {(gallery?.status === 'stopped' || gallery?.status === 'full') && (
          <Button variant="paper" onClick={() => wishGallery('store')}>
            Continue
          </Button>
        )}
        {gallery && gallery.status !== 'running' && (
          <Button variant="quiet" onClick={() => wishGallery('delete')}>
            Remove from this device
          </Button>
        )}
      </ChoiceActions>
    </ChoicePart>
  );
}
