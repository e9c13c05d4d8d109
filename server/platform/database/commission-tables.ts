import type { Generated } from 'kysely';
import type { CommissionMove, CommissionState, Mover } from '#contract/shop/commission-states.ts';
import type { designTypes } from '#contract/shop/custom-request.ts';
import type { CommissionStatus } from '#contract/studio/commissions.ts';

/** The tables of custom requests; tables.ts describes how values are stored. */
export interface CommissionTables {
  customRequests: CustomRequestsTable;
  customRequestImages: CustomRequestImagesTable;
  customReplies: CustomRepliesTable;
  commissionNotes: CommissionNotesTable;
  commissionMoves: CommissionMovesTable;
  quotes: QuotesTable;
  requestLinks: RequestLinksTable;
}

interface CustomRequestsTable {
  id: string;
  /** Null for a visitor. */
  accountId: string | null;
  name: string;
  email: string;
  designType: (typeof designTypes)[number];
  description: string;
  /** Written by `transition` alone. */
  state: Generated<CommissionState>;
  /** Whether it waits for the studio. */
  status: Generated<CommissionStatus>;
  /** Null unless it is closed. */
  closedAt: Generated<string | null>;
  /** When it has to be delivered; null until it is paid. */
  dueAt: Generated<string | null>;
  createdAt: string;
}

/** A link that opens a request without an account. */
interface RequestLinksTable {
  /** SHA-256 of the token in the link, hex. */
  tokenHash: string;
  requestId: string;
  expiresAt: string;
}

interface CustomRepliesTable {
  id: string;
  requestId: string;
  /** Id of a studio account. */
  authorId: string;
  text: string;
  createdAt: string;
}

/** Read by the studio alone. */
interface CommissionNotesTable extends CustomRepliesTable {}

interface CustomRequestImagesTable {
  id: string;
  requestId: string;
  position: number;
  /** The picture's random name in the file store. */
  upload: string;
  bytes: number;
  width: number;
  height: number;
}

/** Rows are only added; `reminders` alone is changed. */
interface CommissionMovesTable {
  id: Generated<number>;
  requestId: string;
  move: CommissionMove;
  fromState: CommissionState;
  toState: CommissionState;
  mover: Mover;
  /** Id of a studio account, if the studio moved it. */
  staffId: string | null;
  /** What was said with it, such as the reason of a refusal; buyers read it too. */
  note: Generated<string>;
  /** Points on the delivered picture with what shall change there, as JSON. */
  marks: Generated<string>;
  /** Of a delivery: how often its buyer was reminded of it, or what followed (accepted-by-silence.ts). */
  reminders: Generated<number>;
  /** Of a delivery: its pictures and files, as JSON (delivery.ts); null if the version before made it. */
  delivered: Generated<string | null>;
  movedAt: string;
}

/** Rows are only added. */
interface QuotesTable {
  requestId: string;
  /** From 1; the highest is in force. */
  version: number;
  price: number;
  /** Null: all is paid at once. */
  deposit: number | null;
  included: string;
  designType: (typeof designTypes)[number];
  /** Null: any number. */
  rounds: number | null;
  days: number;
  termsVersion: string;
  validUntil: string;
  staffId: string;
  createdAt: string;
}
