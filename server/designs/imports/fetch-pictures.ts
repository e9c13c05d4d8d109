import { fileMessages } from '#contract/studio/files.ts';
import { fileKind, headBytes, isPicture, nameOfKind } from '../../platform/files/file-kind.ts';
import { storageFailure } from '../../platform/http/storage-problem.ts';
import type { Services } from '../../platform/services.ts';
import { makePreviews, TooManyPixels } from '../files/previews.ts';
import { fetchPicture, PictureProblem } from './fetch-picture.ts';
import {
  addPicture,
  type FetchedPicture,
  failPicture,
  type WaitingPicture,
} from './source-pictures.ts';

/** Pictures on their way at once: more would take the shop's own requests their turn. */
const picturesAtOnce = 3;
/** Taken from the list in one go. */
const picturesTaken = 60;

/** Fetches the pictures that an import waits for, a few at a time, until none is left or `stop` is aborted. */
export async function fetchPictures(
  services: Services,
  importId: string,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const waiting = await services.database.read
      .selectFrom('importedPictures')
      .select(['productId', 'address'])
      .where('importId', '=', importId)
      .where('state', '=', 'waiting')
      .orderBy('row')
      .orderBy('position')
      .limit(picturesTaken)
      .execute();
    if (waiting.length === 0) return;
    const left = waiting.values();
    const fetchSome = async () => {
      for (const picture of left) {
        if (stop.aborted) return;
        await fetchOne(services, picture, stop);
      }
    };
    await Promise.all(Array.from({ length: picturesAtOnce }, fetchSome));
  }
}

async function fetchOne(
  services: Services,
  picture: WaitingPicture,
  stop: AbortSignal,
): Promise<void> {
  const { database, clock } = services;
  try {
    const fetched = await makePicture(services, picture.address, stop);
    await database.write((tx) => addPicture(tx, clock(), picture, fetched));
  } catch (error) {
    // It waits for the next start.
    if (stop.aborted && error === stop.reason) return;
    if (!(error instanceof PictureProblem)) throw error;
    await database.write((tx) => failPicture(tx, picture, error.message));
  }
}

/** What a picture is is told by its bytes: only kinds that can't hold scripts or other addresses are decoded. */
async function makePicture(
  { env, files }: Services,
  address: string,
  stop: AbortSignal,
): Promise<FetchedPicture> {
  const bytes = await fetchPicture(address, env.isOwnNetworkOpen, stop);
  const kind = fileKind(bytes.subarray(0, headBytes));
  if (!kind || !isPicture(kind)) throw new PictureProblem(fileMessages.imageType);
  const { sha256 } = await files.putOriginal(bytes);
  const name = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  try {
    return {
      name: nameOfKind(name, kind),
      sourceSha256: sha256,
      ...(await makePreviews(files, bytes)),
    };
  } catch (error) {
    if (storageFailure(error)) throw error;
    const isHuge = error instanceof TooManyPixels;
    throw new PictureProblem(isHuge ? fileMessages.imagePixels : fileMessages.imageBroken);
  }
}
