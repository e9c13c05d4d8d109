import { fetchOwn } from '#api/fetch-own.ts';
import { deliveredPicturePath, requestPicturePath } from '#contract/shop/own-paths.ts';
import { messagePicturePath } from '#contract/shop/thread-paths.ts';
import { device } from '#offline/open-device.ts';

/**
 * A picture that this account sent: as it is saved on the device, or from the shop, and then it is saved.
 * @throws if it is neither saved nor to be had
 */
export function loadOwnPicture(pictureId: string): Promise<Blob> {
  return load(pictureId, requestPicturePath(pictureId));
}

/** A preview of what was delivered to this account, likewise. @throws if it is neither saved nor to be had */
export function loadDelivered(pictureId: string): Promise<Blob> {
  return load(pictureId, deliveredPicturePath(pictureId));
}

/** A picture of the account's messages, likewise. @throws if it is neither saved nor to be had */
export function loadMessagePicture(pictureId: string): Promise<Blob> {
  return load(pictureId, messagePicturePath(pictureId));
}

async function load(pictureId: string, path: string): Promise<Blob> {
  const requests = await device().ownRequests();
  const saved = await requests.picture(pictureId);
  if (saved) return saved;
  const blob = await fetchOwn(path);
  // It is shown all the same where the device has no room for it.
  await requests.savePicture(pictureId, blob).catch(() => {});
  return blob;
}
