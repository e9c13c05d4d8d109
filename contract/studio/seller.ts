import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';

/** Who sells, as receipts and credit notes say. Each has what was in force when it was paid. */
export const sellerFields = {
  /** Empty: the shop's name. */
  name: textSchema(200, /^\P{Cc}*$/u),
  address: textSchema(500, /^[\P{Cc}\n]*$/u),
  /** With its spaces, as it is written where it is from. */
  taxId: textSchema(60, /^\P{Cc}*$/u),
};

function textSchema(max: number, allowed: RegExp) {
  return v.pipe(
    v.string(),
    // Forms send each line break as CRLF.
    v.transform((text) => text.replace(/\r\n?/g, '\n')),
    v.trim(),
    v.maxLength(max, messages.invalid.tooLong),
    v.regex(allowed, messages.invalid.characters),
  );
}

const storedText = v.pipe(v.string(), v.maxLength(1000, messages.invalid.tooLong));
export const sellerSchema = v.object({
  name: v.string(),
  address: v.string(),
  taxId: v.string(),
});
export type Seller = v.InferOutput<typeof sellerSchema>;

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
