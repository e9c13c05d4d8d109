import type { Generated } from 'kysely';

/** The tables for licences; tables.ts describes how values are stored. */
export interface LicenceTables {
  licenceKeys: LicenceKeysTable;
  licenceCards: LicenceCardsTable;
  licenceCounts: LicenceCountsTable;
  yearlyLicences: YearlyLicencesTable;
}

/** A pair of Ed25519 keys. The one that isn't retired signs. */
interface LicenceKeysTable {
  /** The first 8 hexadecimal characters of the SHA-256 of the public key. */
  id: string;
  /** The 32 bytes of the public key, base64url. */
  publicKey: string;
  /** PKCS 8, base64; null once the key is retired. */
  privateKey: string | null;
  createdAt: string;
  retiredAt: string | null;
}

interface LicenceCardsTable {
  orderItemId: string;
  /** What the QR code contains: the signed facts and their signature, base64url. */
  card: string;
  signedAt: string;
}

/** Goods that a buyer counted for a licence. Rows are only added. */
interface LicenceCountsTable {
  orderItemId: string;
  /** The device's id of the entry. */
  opId: string;
  delta: number;
  /** By the device's clock. */
  countedAt: string;
  storedAt: string;
}

/** A yearly licence that the studio agreed with a buyer. */
interface YearlyLicencesTable {
  accountId: string;
  /** The last day it is valid on, such as `2027-06-12`. */
  endsOn: string;
  wantsReminder: Generated<number>;
  /** The `endsOn` that its owner was reminded of; null: none yet. */
  remindedOf: Generated<string | null>;
}
