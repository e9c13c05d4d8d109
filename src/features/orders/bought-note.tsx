import { useSyncExternalStore } from 'react';
import { boughtFilesPath } from '#contract/shop/own-paths.ts';
import { device } from '#offline/open-device.ts';
import { PictureNote } from '#ui/picture-note.tsx';

/** A note on a design's picture that this account has bought it, which leads to its files. It covers the picture, so nothing moves when it appears. */
export function BoughtNote({ productId }: { readonly productId: string }) {
  const orderId = useSyncExternalStore(device().watchBought, () =>
    device().bought().get(productId),
  );
  if (orderId === undefined) return null;
  return (
    <PictureNote icon="download" to={boughtFilesPath(orderId, productId)}>
      You have this<span className="visually-hidden">: get the files</span>
    </PictureNote>
  );
}
