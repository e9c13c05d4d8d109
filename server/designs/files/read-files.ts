import { imageFormats, imagePath, imageWidths } from '#contract/shop/paths.ts';
import type { DesignFilesAnswer } from '#contract/studio/files.ts';
import type { Database } from '../../platform/database/open.ts';
import { findDesign } from './design-row.ts';
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
      .select(['id', 'name', 'hash', 'width', 'height', 'color'])
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
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
  ]);
  const versionsOf = Map.groupBy(versions, ({ fileId }) => fileId);
  const shown = new Set(images.map(({ id }) => id));
  return {
    title,
    status,
    images: images.map(({ id, hash, ...image }) => ({
      _id: id,
      url: imagePath(hash, 320, 'webp'),
      ...image,
    })),
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
