import { integer, table, text } from '../../table.ts';

export const licenceTables = {
  /** A pair of Ed25519 keys. The one that isn't retired signs. */
  licenceKeys: table({
    /** The first 8 hexadecimal characters of the SHA-256 of the public key. */
    id: text().key(),
    /** The 32 bytes of the public key, base64url. */
    publicKey: text(),
    /** PKCS 8, base64; null once the key is retired. */
    privateKey: text().nullable(),
    createdAt: text(),
    retiredAt: text().nullable(),
  }),

  licenceCards: table({
    orderItemId: text().key().references('orderItems.id'),
    /** What the QR code contains: the signed facts and their signature, base64url. */
    card: text(),
    signedAt: text(),
  }),

  /** Goods that a buyer counted for a licence. Rows are only added. */
  licenceCounts: table({
    orderItemId: text().key().ownedBy('orderItems.id'),
    /** The device's id of the entry. */
    opId: text().key(),
    delta: integer(),
    /** By the device's clock. */
    countedAt: text(),
    storedAt: text(),
  }),
};
