import { imageFormats, imagePath, imageWidths } from '#contract/shop/paths.ts';
import { type DesignFilesAnswer, fileLimits, fileMessages } from '#contract/studio/files.ts';
import type { Database } from '../../platform/database/open.ts';
import { findDesign } from './files-changed.ts';
import type { Ground } from './picture-ground.ts';
import { presentUpload } from './uploads.ts';

/** The number of steps of each kind of work. */
const steps = { previews: imageFormats.length * imageWidths.length, delivery: 1 } as const;

/** Everything about a design's pictures and files. @throws NOT_FOUND */
export async function readDesignFiles(
  read: Database['read'],
  designId: string,
): Promise<DesignFilesAnswer> {
  const { title, status } = await findDesign(read, designId);
  // Reads work before pictures, so that work finishing in between shows twice for a moment instead of being missing.
  const work = await read
    .selectFrom('designWork')
    .select(['id', 'kind', 'name', 'state', 'done', 'problem'])
    .where('productId', '=', designId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const [images, files, versions, uploads] = await Promise.all([
    read
      .selectFrom('productImages')
      .select(['id', 'name', 'hash', 'width', 'height', 'color', 'ground', 'isHdr', 'isUnturned'])
      .where('productId', '=', designId)
      .orderBy('position')
      .execute(),
    read
      .selectFrom('productFiles')
      .select(['id', 'name', 'mediaType', 'sha256', 'bytes', 'width', 'height', 'dpi'])
      .where('productId', '=', designId)
      .orderBy('position')
      .execute(),
    read
      .selectFrom('fileVersions')
      .innerJoin('productFiles', 'productFiles.id', 'fileVersions.fileId')
      .select([
        'fileVersions.fileId',
        'fileVersions.version',
        'fileVersions.name',
        'fileVersions.bytes',
        'fileVersions.width',
        'fileVersions.height',
        'fileVersions.dpi',
        'fileVersions.replacedAt',
      ])
      .where('productFiles.productId', '=', designId)
      .orderBy('fileVersions.version', 'desc')
      .execute(),
    read
      .selectFrom('fileUploads')
      .selectAll()
      .where('productId', '=', designId)
      .where('sha256', 'is', null)
      .where('received', '>', 0)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
  ]);
  const elsewhere = await read
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productImages.productId')
    .select(['hash', 'products.title'])
    .where('productId', '!=', designId)
    .where(
      'hash',
      'in',
      images.map(({ hash }) => hash),
    )
    .groupBy(['productImages.hash', 'products.id'])
    .execute();
  const versionsOf = Map.groupBy(versions, ({ fileId }) => fileId);
  const shown = new Set(images.map(({ id }) => id));
  return {
    title,
    status,
    images: images.map((image, place) => {
      const { id, hash, name, width, height, color } = image;
      const others = elsewhere.filter((other) => other.hash === hash);
      return {
        _id: id,
        url: imagePath(hash, 320, 'webp'),
        name,
        width,
        height,
        color,
        notes: pictureNotes(image, images.slice(0, place), others),
      };
    }),
    files: files.map(({ id, sha256, bytes, ...file }) => {
      const earlier = (versionsOf.get(id) ?? []).map(({ fileId: _, ...version }) => version);
      return {
        _id: id,
        ...file,
        bytes: bytes ?? 0,
        version: (earlier[0]?.version ?? 0) + 1,
        isReady: sha256 !== null,
        earlier,
      };
    }),
    uploads: uploads.map(presentUpload),
    work: work
      .filter(({ id }) => !shown.has(id))
      .map(({ id, ...row }) => ({ _id: id, ...row, steps: steps[row.kind] })),
  };
}

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly ground: Ground;
  readonly isHdr: number;
  readonly isUnturned: number;
}

/** What the studio may want to know about a picture: it is small, hard to see, or buyers see it elsewhere too. */
function pictureNotes(
  { hash, width, height, ground, isHdr, isUnturned }: Picture,
  before: readonly Picture[],
  elsewhere: readonly { readonly title: string }[],
): string[] {
  const same = before.find((other) => other.hash === hash);
  const [other] = elsewhere;
  return [
    ...sizeNotes(width, height),
    ...(ground === 'dark' ? [fileMessages.darkGround] : []),
    ...(ground === 'none' ? [fileMessages.blankImage] : []),
    ...(isHdr === 1 ? [fileMessages.hdrImage] : []),
    ...(isUnturned === 1 ? [fileMessages.unturnedImage] : []),
    ...(same ? [fileMessages.sameImage(same.name)] : []),
    ...(other ? [fileMessages.sameAsDesign(other.title)] : []),
  ];
}

function sizeNotes(width: number, height: number): string[] {
  const [, , widest] = imageWidths;
  if (width >= widest) return [];
  const isLimited = height === fileLimits.previewHeight;
  return [isLimited ? fileMessages.tallImage(width) : fileMessages.smallImage(width, height)];
}
