import type { BulkOutcome, BulkState } from '#contract/studio/bulk-changes.ts';
import { integer, oneOf, table, text } from '../../table.ts';

export const designTables = {
  /** A file being uploaded by the studio. A finished one stays for a while, so that a repeated call gets the same answer. */
  fileUploads: table({
    id: text().key(),
    productId: text().ownedBy('products.id'),
    kind: oneOf('image', 'file'),
    /** The file that it is a new version of; that file may no longer exist. */
    replacesId: text().nullable(),
    name: text(),
    /** As announced by the client. */
    bytes: integer(),
    /** When the file was last modified on the client, in ms since 1970. */
    modifiedAt: integer(),
    /** The sum of its parts, until it is finished. */
    received: integer().default(0),
    /** Of the whole file; null until it is finished. */
    sha256: text().nullable(),
    createdAt: text(),
    touchedAt: text(),
  }).with({ indexes: { uploadsByProduct: ['productId'] } }),

  uploadParts: table({
    uploadId: text().key().ownedBy('fileUploads.id'),
    /** Its offset in the file. */
    start: integer().key(),
    /** Its name in the file store. */
    part: text().unique(),
  }),

  /** Work that the server still has to do; a row is deleted when it is done. */
  designWork: table({
    id: text().key(),
    productId: text().ownedBy('products.id'),
    kind: oneOf('previews', 'delivery'),
    name: text(),
    /** The picture's original; null for a delivery. */
    sha256: text().nullable(),
    /** JSON array: names of the files whose new version the design's owners will be mailed about. */
    news: text().default('[]'),
    state: oneOf('waiting', 'working', 'failed'),
    tries: integer().default(0),
    /** How many of its steps are done. */
    done: integer().default(0),
    problem: text().nullable(),
    createdAt: text(),
    /** Which claim the work in progress belongs to, and when that ends unless it is renewed. */
    heldBy: text().nullable(),
    heldUntil: text().nullable(),
  }).with({ indexes: { workByProduct: ['productId'] } }),

  /** A file as it was before it was replaced; its bytes stay in the store. */
  fileVersions: table({
    fileId: text().key().ownedBy('productFiles.id'),
    /** From 1, in order. */
    version: integer().key(),
    name: text(),
    mediaType: text(),
    sha256: text(),
    bytes: integer(),
    width: integer().nullable(),
    height: integer().nullable(),
    dpi: integer().nullable(),
    replacedAt: text(),
  }).with({ indexes: { versionsBySha256: ['sha256'] } }),

  bulkChanges: table({
    id: text().key(),
    /** The staff member who planned it. */
    accountId: text(),
    /** The staff member who started it or, later, its undo; until then, who planned it. */
    runBy: text(),
    title: text(),
    /** JSON of the `StoredAction`. */
    action: text(),
    state: text<BulkState>(),
    /** How many designs already were as wanted; they have no row. */
    unchanged: integer(),
    createdAt: text(),
    finishedAt: text().nullable(),
  }).with({ indexes: { bulkChangesByState: ['state'] } }),

  bulkChangeDesigns: table({
    changeId: text().key().ownedBy('bulkChanges.id'),
    position: integer().key(),
    productId: text(),
    /** The version that was planned for; a design with another one is refused. */
    version: integer(),
    title: text(),
    /** What the staff member sees, before and after. */
    before: text(),
    after: text(),
    outcome: text<BulkOutcome>(),
    reason: text(),
    /** JSON of the `UndoRecord`, once it is changed; of a table from the start, because it has the new values. */
    restore: text().nullable(),
  }).with({ indexes: { bulkChangeDesignsByOutcome: ['changeId', 'outcome', 'position'] } }),
};
