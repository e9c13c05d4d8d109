import * as v from 'valibot';
import { imageWidths } from '../shop/paths.ts';
import { idSchema, lineSchema, messageSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';

/** Pictures and files of a design, on the wire of the studio. */

export const fileLimits = {
  /** Size of one file in bytes. A gallery picture must be smaller because it is decoded whole. */
  fileBytes: 500_000_000,
  imageBytes: 100_000_000,
  /** Pixels of a picture: more would take too much memory to decode. */
  imagePixels: 120_000_000,
  /** Size of all files of a design together, so that every system can unpack the ZIP. */
  designBytes: 4_000_000_000,
  images: 40,
  /** Height of a preview in px; WebP can't be higher. */
  previewHeight: 16_383,
  files: 200,
  nameLength: 120,
  /** An upload that isn't continued is deleted after this many days. */
  uploadDays: 7,
} as const;

/** The position in the file at which a part's bytes start. */
export const uploadOffsetHeader = 'Upload-Offset';

const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;

export const fileMessages = {
  noName: 'Enter a file name.',
  empty: 'This file is empty.',
  emptyZip: 'This ZIP contains no files. Pack it again with the files in it.',
  fileTooLarge: `Files can be up to ${megabytes(fileLimits.fileBytes)}.`,
  imageTooLarge: `Pictures can be up to ${megabytes(fileLimits.imageBytes)}.`,
  designTooLarge: 'A design’s files can total up to 4 GB.',
  tooManyImages: `A design can have up to ${fileLimits.images} pictures.`,
  tooManyFiles: `A design can have up to ${fileLimits.files} files.`,
  imageType: 'Pictures must be PNG, JPEG or WebP.',
  fileType:
    'This file type isn’t supported. Use PNG, JPEG, WebP, TIFF, PSD, PDF, AI, EPS or SVG, or put it in a ZIP.',
  imagePixels: `This picture has more than ${fileLimits.imagePixels / 1_000_000} million pixels. Please use a smaller one.`,
  smallImage: (width: number, height: number) =>
    `Only ${width} × ${height} px. The shop shows pictures up to ${imageWidths[2]} px wide, so this one can look blurred.`,
  tallImage: (width: number) =>
    `Previews can be up to ${fileLimits.previewHeight.toLocaleString('en-US')} px high, so this very tall picture is shown only ${width} px wide. To show it larger, split it.`,
  darkGround:
    'This art is so light that it would hardly be seen on white, so its previews have a darker background. Buyers’ files keep their transparency.',
  hdrImage:
    'This picture is made for HDR screens. The shop shows it as a usual screen does, with its brightest parts darkened. Buyers’ files stay as they are.',
  unturnedImage:
    'This WebP says to be turned (EXIF orientation), but no browser does so, and neither does the shop. If it lies on its side, turn it in your drawing program and save it again.',
  blankImage: 'There is nothing to see in this picture: it is fully transparent.',
  sameImage: (name: string) =>
    `The same picture as ${name ? `“${name}”` : 'an earlier one'}, so buyers see it twice.`,
  sameAsDesign: (title: string) =>
    `“${title}” has the same picture, so buyers may take the two for one design.`,
  imageBroken: 'This picture is damaged or can’t be read.',
  killed: 'The server stopped several times while processing this. Try again with a smaller file.',
  wrongOffset: 'Upload-Offset doesn’t match the bytes received so far.',
  tooLong: 'More bytes were sent than the file’s announced size.',
  offsetHeader: 'Missing Upload-Offset header.',
  diskFull:
    'The shop’s disk is full. Your upload so far is kept: free up space on the server, then try again.',
  diskFails: 'The shop’s disk or database can’t be written. Your upload so far is kept.',
  databaseBusy:
    'The shop’s database was busy for too long. Your upload so far is kept: try again in a minute.',
  bucketFails: 'The shop’s file storage can’t be reached. Your upload so far is kept.',
  noDesign: 'This design doesn’t exist.',
  noUpload: 'This upload no longer exists. Please choose the file again.',
  noFile: 'This file no longer exists.',
  noImage: 'This picture no longer exists.',
  noWork: 'This is already done.',
  sameFile: 'This is the same file as the current one.',
  twice: 'This file is already in the design.',
  lastImage: 'A published design needs a picture. Add another before you delete this one.',
  lastFile: 'A published design needs a file. Add another before you delete this one.',
  bought:
    'This design has been sold, so its files can’t be deleted. You can replace this one instead.',
  orderChanged: 'Something was added or deleted in the meantime. Please check again.',
  missingFile: 'A file is still being processed.',
  deliveryFailed: 'The ZIP couldn’t be created.',
} as const;

/** What an upload becomes: a picture that the shop shows, or a file that buyers download. */
/** Whether a problem means that these bytes can't become what they were sent for: the server has then deleted the upload. */
export function endsUpload(code: string | null): boolean {
  return code === 'UNSUPPORTED_TYPE' || code === 'INVALID' || code === 'NOT_FOUND';
}

export const uploadKindSchema = v.picklist(['image', 'file']);
export type UploadKind = v.InferOutput<typeof uploadKindSchema>;

const wholeSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const fileFacts = {
  name: v.string(),
  bytes: v.number(),
  /** Pixels and DPI, if the file is a PNG or JPEG that contains them. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  dpi: v.nullable(v.number()),
};

/** A file of a design as it was before it was replaced. */
const fileVersionSchema = v.object({
  ...fileFacts,
  /** Counts up from 1. */
  version: v.number(),
  replacedAt: v.string(),
});

export const designFileSchema = v.object({
  _id: idSchema,
  ...fileFacts,
  mediaType: v.string(),
  version: v.number(),
  /** False while the demo studio is still drawing it. */
  isReady: v.boolean(),
  /** Latest first. */
  earlier: v.array(fileVersionSchema),
});
export type DesignFile = v.InferOutput<typeof designFileSchema>;

export const designImageSchema = v.object({
  _id: idSchema,
  name: v.string(),
  /** URL of the 320 px preview. */
  url: v.string(),
  width: v.number(),
  height: v.number(),
  color: v.string(),
  /** What to know before keeping it, such as that it is small; empty for most. */
  notes: v.array(v.string()),
});
export type DesignImage = v.InferOutput<typeof designImageSchema>;

/** An unfinished upload: the server has stored `received` of its bytes. */
const uploadSchema = v.object({
  _id: idSchema,
  kind: uploadKindSchema,
  name: v.string(),
  bytes: v.number(),
  received: v.number(),
  /** The file that this replaces with a new version. */
  replaces: v.nullable(idSchema),
});
export type DesignUpload = v.InferOutput<typeof uploadSchema>;

/**
 * Background work on a design: the `previews` of one picture, which the shop shows once they are ready, or
 * the `delivery`: the ZIP of all files, and the e-mail to everyone who bought the design.
 */
export const designWorkSchema = v.object({
  _id: idSchema,
  kind: v.picklist(['previews', 'delivery']),
  /** The picture's name; empty for a delivery. */
  name: v.string(),
  state: v.picklist(['waiting', 'working', 'failed']),
  /** Steps done, out of `steps`. */
  done: v.number(),
  steps: v.number(),
  /** Why it failed; null unless it did. */
  problem: v.nullable(v.string()),
});
export type DesignWork = v.InferOutput<typeof designWorkSchema>;

export const designFilesSchema = v.object({
  title: v.string(),
  status: v.picklist(['draft', 'published', 'retired']),
  /** In the shop's order; the first one is on the card. */
  images: v.array(designImageSchema),
  files: v.array(designFileSchema),
  uploads: v.array(uploadSchema),
  work: v.array(designWorkSchema),
});
export type DesignFilesAnswer = v.InferOutput<typeof designFilesSchema>;

/** `modifiedAt`, in ms since 1970, distinguishes files with the same name and size. */
export const startUploadSchema = v.object({
  kind: uploadKindSchema,
  name: lineSchema(fileMessages.noName, 255),
  bytes: v.pipe(wholeSchema, v.minValue(1, fileMessages.empty)),
  modifiedAt: wholeSchema,
  replaces: v.nullable(idSchema),
});

/** How many drafts `fileTargets` answers at once. */
export const fileTargetsAtOnce = 500;

/**
 * A draft that files can be matched to, by its title, its SKU, or `key`, such as a Shopify handle, which
 * identifies it in the shop that it was imported from. `images` and `files` are those it has already.
 */
const fileTargetSchema = v.object({
  id: idSchema,
  title: v.string(),
  sku: v.string(),
  key: v.string(),
  images: v.array(v.string()),
  files: v.array(v.object({ name: v.string(), bytes: v.number() })),
});
export type FileTarget = v.InferOutput<typeof fileTargetSchema>;

const designParams = v.object({ designId: idSchema });
const uploadParams = v.object({ uploadId: idSchema });
const fileParams = v.object({ fileId: idSchema });

export const fileCalls = {
  fileTargets: {
    method: 'GET',
    path: '/api/studio/file-targets',
    access: 'studio',
    summary:
      'Drafts that files can be matched to, by id; `after` is the last one of the answer before',
    query: v.object({ after: v.optional(idSchema) }),
    answer: v.object({ items: v.array(fileTargetSchema) }),
  },
  designFiles: {
    method: 'GET',
    path: '/api/studio/designs/{designId}/files',
    access: 'studio',
    summary: 'Pictures and files of a design, with uploads and processing in progress',
    params: designParams,
    answer: designFilesSchema,
  },
  startUpload: {
    method: 'POST',
    path: '/api/studio/designs/{designId}/uploads',
    access: 'studio',
    summary: 'Start an upload, or find an interrupted one of the same file',
    params: designParams,
    body: startUploadSchema,
    answer: uploadSchema,
  },
  upload: {
    method: 'GET',
    path: '/api/studio/uploads/{uploadId}',
    access: 'studio',
    summary: 'How many bytes of an upload have arrived',
    params: uploadParams,
    answer: uploadSchema,
  },
  sendPart: {
    method: 'PATCH',
    path: '/api/studio/uploads/{uploadId}',
    access: 'studio',
    summary: 'Continue an upload: bytes from the Upload-Offset header on',
    params: uploadParams,
    bodyType: 'bytes',
    answer: v.object({ received: v.number() }),
  },
  finishUpload: {
    method: 'POST',
    path: '/api/studio/uploads/{uploadId}/finish',
    access: 'studio',
    summary: 'Finish a complete upload: make it a picture or file of its design',
    params: uploadParams,
    answer: v.object({ sha256: v.string(), bytes: v.number() }),
  },
  cancelUpload: {
    method: 'DELETE',
    path: '/api/studio/uploads/{uploadId}',
    access: 'studio',
    summary: 'Cancel an upload',
    params: uploadParams,
    answer: messageSchema,
  },
  orderImages: {
    method: 'PUT',
    path: '/api/studio/designs/{designId}/images',
    access: 'studio',
    summary: 'Reorder the pictures',
    params: designParams,
    body: v.object({ ids: v.pipe(v.array(idSchema), v.maxLength(fileLimits.images)) }),
    answer: messageSchema,
  },
  orderFiles: {
    method: 'PUT',
    path: '/api/studio/designs/{designId}/files',
    access: 'studio',
    summary: 'Reorder the files',
    params: designParams,
    body: v.object({ ids: v.pipe(v.array(idSchema), v.maxLength(fileLimits.files)) }),
    answer: messageSchema,
  },
  deleteImage: {
    method: 'DELETE',
    path: '/api/studio/images/{imageId}',
    access: 'studio',
    summary: 'Delete a picture',
    params: v.object({ imageId: idSchema }),
    answer: messageSchema,
  },
  renameFile: {
    method: 'PUT',
    path: '/api/studio/files/{fileId}',
    access: 'studio',
    summary: 'Rename a file; its extension stays the same',
    params: fileParams,
    body: v.object({ name: lineSchema(fileMessages.noName, fileLimits.nameLength) }),
    answer: v.object({ name: v.string() }),
  },
  deleteFile: {
    method: 'DELETE',
    path: '/api/studio/files/{fileId}',
    access: 'studio',
    summary: 'Delete a file that nobody bought',
    params: fileParams,
    answer: messageSchema,
  },
  fileContent: {
    method: 'GET',
    path: '/api/studio/files/{fileId}/content',
    access: 'studio',
    summary: 'Download a file, or an earlier version of it',
    params: fileParams,
    query: v.object({
      version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))),
    }),
    answer: fileAnswerSchema,
  },
  retryWork: {
    method: 'POST',
    path: '/api/studio/work/{workId}/retry',
    access: 'studio',
    summary: 'Retry failed processing',
    params: v.object({ workId: idSchema }),
    answer: messageSchema,
  },
  dropWork: {
    method: 'DELETE',
    path: '/api/studio/work/{workId}',
    access: 'studio',
    summary: 'Delete a picture whose previews failed',
    params: v.object({ workId: idSchema }),
    answer: messageSchema,
  },
} as const satisfies StudioCalls;
