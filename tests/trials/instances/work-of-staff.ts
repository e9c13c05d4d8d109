import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { queuePreviews } from '#server/designs/files/work-queue.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { pdf, square } from '#tests/support/file-desk.ts';
import { type PickedFile, partOf, startUpload } from '#tests/support/send-upload.ts';
import { callStudio, sendStudio } from '#tests/support/studio-call.ts';
import { type Acknowledged, slowMs, type Workplace } from './workplace.ts';

const filesPerDesign = 10;
const picturesPerDesign = 10;
/** Of each side of a picture at least, so that its previews take long enough for a kill to interrupt them. */
const picturePixels = 1200;
const partBytes = 3000;
/** Of the paid orders, one in so many is refunded. */
const paidPerRefund = 4;

/** Uploads files to drafts. */
export async function upload(place: Workplace, done: Acknowledged): Promise<void> {
  while (!place.isOver()) await uploadToNewDraft(place, done);
}

async function uploadToNewDraft(place: Workplace, done: Acknowledged): Promise<void> {
  const designId = await addProduct(place.services, { status: 'draft', files: {} });
  const files: { name: string; sha256: string }[] = [];
  done.files.set(designId, files);
  for (let count = 0; !place.isOver() && count < filesPerDesign; count += 1) {
    const file = { name: `file-${count}.pdf`, bytes: pdf(9000) };
    files.push(await send(place, designId, file));
    done.writes += 1;
    await pause(slowMs);
  }
}

/** Adds pictures to designs of the shop, which get previews, and replaces their files, which get a new archive. */
export async function changeDesigns(place: Workplace, done: Acknowledged): Promise<void> {
  for (let count = 0; !place.isOver(); count += 1) await changeNewDesign(place, done, count);
}

async function changeNewDesign(
  place: Workplace,
  done: Acknowledged,
  /** How many designs came before it. */
  before: number,
): Promise<void> {
  const { services, app, cookie, isOver } = place;
  const files = { 'design.pdf': pdf(), 'guide.pdf': pdf() };
  const designId = await addProduct(services, { files });
  const { answer } = await callStudio(app, 'designFiles', { params: { designId }, cookie });
  const [first] = answer.files;
  if (!first) throw new Error('a design has no files');
  const { _id: replaces, name } = first;
  const pictures: string[] = [];
  for (let count = 0; !isOver() && count < picturesPerDesign; count += 1) {
    const added = `picture-${count}.png`;
    // Different ones, so that their previews are stored and not found.
    const bytes = await square(picturePixels + before * picturesPerDesign + count);
    await send(place, designId, { name: added, bytes, kind: 'image' });
    pictures.push(added);
    const newest = await send(place, designId, { name, bytes: pdf(9000), replaces });
    done.pictures.set(designId, pictures);
    done.files.set(designId, [newest]);
    done.writes += 2;
    await pause(slowMs);
  }
}

/** Keeps a picture waiting for previews, so that each shop that is killed is making some. */
export async function keepPicturesWaiting({ services, isOver }: Workplace, done: Acknowledged) {
  const { database, files } = services;
  const productId = await addProduct(services, { files: {} });
  const names: string[] = [];
  done.pictures.set(productId, names);
  while (!isOver()) {
    const waiting = await database.read
      .selectFrom('designWork')
      .select('id')
      .where('kind', '=', 'previews')
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (waiting) {
      await pause(slowMs);
      continue;
    }
    const name = `waiting-${names.length}.png`;
    const { sha256 } = await files.putOriginal(await square(picturePixels - 1 - names.length));
    await makeChange(services, (change) => queuePreviews(change, { productId, name, sha256 }));
    names.push(name);
  }
}

/** Sends a file, each part to any shop. */
async function send({ app, cookie }: Workplace, designId: string, file: PickedFile) {
  const { name, bytes } = file;
  const { _id: uploadId } = await startUpload(app, cookie, designId, file);
  for (let at = 0; at < bytes.length; ) {
    const part = partOf(uploadId, at, bytes.slice(at, at + partBytes), cookie);
    const response = await sendStudio(app, 'sendPart', part);
    const answer = (await response.json()) as { received?: number; offset?: number };
    // After a lost answer the shop names the offset that it expects.
    const next = answer.received ?? answer.offset;
    if (next === undefined) throw new Error(`part refused: ${JSON.stringify(answer)}`);
    at = next;
  }
  const finished = await sendStudio(app, 'finishUpload', { params: { uploadId }, cookie });
  if (!finished.ok) {
    throw new Error(`file refused: ${finished.status} ${await finished.text()}`);
  }
  return { name, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Refunds some of the paid orders in full. */
export async function refund({ app, cookie, isOver }: Workplace, done: Acknowledged) {
  for (let at = 0; !isOver(); ) {
    const orderId = done.paid[at];
    if (orderId === undefined) {
      await pause(slowMs);
      continue;
    }
    at += paidPerRefund;
    const params = { orderId };
    const { answer } = await callStudio(app, 'order', { params, cookie });
    const body = { itemId: null, amount: answer.left };
    const response = await sendStudio(app, 'refundOrder', { params, body, cookie });
    // A repeat is refused because the first one took effect, or is under way.
    if (response.ok || response.status === 409) {
      done.refunded.push(orderId);
      done.writes += 1;
    } else done.faults.push(`refund: ${response.status} ${await response.text()}`);
  }
}
