import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { line, lines, paperTextSchema } from '../shop/billing.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';

/** Who sells, as receipts and credit notes say. Each has what was in force when it was paid. */
export const sellerFields = {
  /** Empty: the shop's name. */
  name: paperTextSchema(200, line),
  address: paperTextSchema(500, lines),
  /** With its spaces, as it is written where it is from. */
  taxId: paperTextSchema(60, line),
};

const storedText = v.pipe(v.string(), v.maxLength(1000, messages.invalid.tooLong));
export const sellerSchema = v.object({
  name: v.string(),
  address: v.string(),
  taxId: v.string(),
});
export type Seller = v.InferOutput<typeof sellerSchema>;

/** What only the server says. */
export const sellerRefusals = {
  newsletter: (subject: string) =>
    `The newsletter “${subject}” is planned or being sent, and must say your address. Stop it first.`,
};

export const sellerCalls = {
  seller: {
    method: 'GET',
    path: '/api/studio/seller',
    access: 'studio',
    summary: 'Name, address and tax id of the seller, as on receipts',
    answer: sellerSchema,
  },
  saveSeller: {
    method: 'PUT',
    path: '/api/studio/seller',
    access: 'owner',
    summary: 'Save what changed of them, for receipts from now on',
    body: changedFieldsSchema(
      { name: storedText, address: storedText, taxId: storedText },
      sellerFields,
    ),
    answer: sellerSchema,
  },
} as const satisfies StudioCalls;
