import { fileMessages } from '#contract/studio/files.ts';
import { makeChange } from '../../platform/database/change.ts';
import { fileKind, headBytes, isPicture, nameOfKind } from '../../platform/files/file-kind.ts';
import { storageFailure } from '../../platform/http/storage-problem.ts';
import { allEnded } from '../../platform/jobs/all-ended.ts';
import type { Services } from '../../platform/services/services.ts';
import { makePreviews, TooManyPixels } from '../files/previews.ts';
import { fetchPicture, PictureProblem } from './fetch-picture.ts';
import {
  addPicture,
  type FetchedPicture,
  failPicture,
  isWaiting,
  type WaitingPicture,
} from './source-pictures.ts';

/** Downloads at once; more would slow down the shop's own requests. */
const picturesAtOnce = 3;
/** How many pictures are read from the list at a time. */
const picturesTaken = 60;

/** Fetches an import's waiting pictures, a few at a time, until none is left or `stop` is aborted. */
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
    // After a failure, the others stop, too: another server may go on with the import.
    const failure = new AbortController();
    const end = AbortSignal.any([stop, failure.signal]);
    const fetchSome = async () => {
      for (const picture of left) {
        if (end.aborted) return;
        await fetchOne(services, picture, end).catch((error: unknown) => {
          failure.abort();
          throw error;
        });
      }
    };
    await allEnded(Array.from({ length: picturesAtOnce }, fetchSome));
  }
}

async function fetchOne(
  services: Services,
  picture: WaitingPicture,
  stop: AbortSignal,
): Promise<void> {
  const { database, log } = services;
  try {
    if (!(await isWaiting(database.read, picture))) return;
    const fetched = await makePicture(services, picture, stop);
    await makeChange(services, (change) => addPicture(change, picture, fetched));
  } catch (error) {
    // Stopped: the picture stays waiting for the next start.
    if (stop.aborted && error === stop.reason) return;
    if (storageFailure(error)) throw error;
    const isKnown = error instanceof PictureProblem;
    // A picture that fails on our side must not block the ones after it.
    if (!isKnown) {
      // Without its address, which may contain a token.
      const { productId } = picture;
      log.error({ err: error, productId }, 'a picture could not be imported');
    }
    const problem = isKnown ? error.message : 'Something went wrong. Please retry it.';
    await database.write((tx) => failPicture(tx, picture, problem));
  }
}

/** Detects the kind of picture from its bytes; decodes only kinds that can't hold scripts or links to other addresses. */
async function makePicture(
  { env, files, database }: Services,
  picture: WaitingPicture,
  stop: AbortSignal,
): Promise<FetchedPicture> {
  const { address } = picture;
  const isWanted = () => isWaiting(database.read, picture);
  const bytes = await fetchPicture(address, env.isOwnNetworkOpen, stop, { isWanted });
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
