import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { couponCodePattern } from '../shop/coupon.ts';
import { idSchema, lineSchema, messageSchema, versionSchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { collectionDesignSchema } from './collections.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** Newsletters: what the studio writes to buyers who asked for news. */

/** `designs`: more would make a mail so long that mail programs cut it off. */
export const newsletterLimits = { subject: 120, text: 5000, designs: 12 } as const;

export const newsletterMessages = {
  subject: 'Enter a subject.',
  designs: `Choose at most ${newsletterLimits.designs} designs.`,
  coupon: 'Enter a coupon code, or leave this empty.',
  audience: 'Choose who gets it.',
  at: 'Choose a date and a time.',
} as const;

/** What only the server says. */
export const newsletterRefusals = {
  gone: 'This newsletter no longer exists.',
  notDraft: 'It is planned, or was sent already, so it can’t be changed any more.',
  changed: 'Someone else has changed or sent this newsletter. Look at it before you send it.',
  wasSent: 'It is planned, or was sent already.',
  noText: 'Write the text first.',
  unknownDesign: 'One of these designs no longer exists. Take it out, then save again.',
  notInShop: (title: string) => `${title} isn’t in the shop. Take it out first.`,
  noCoupon: 'There is no coupon with this code.',
  couponEnded: 'Nobody can use this coupon any more when the newsletter is sent.',
  couponNotYet: 'Nobody can use this coupon yet when the newsletter is sent.',
  noCategory: 'This category no longer exists. Choose who gets it.',
  nobody: 'Nobody would get it: no reader matches.',
  noAddress: 'Each newsletter must say who sends it. Enter your address under Settings, Receipts.',
  past: 'Choose a time that is still to come.',
  tooLate: 'Choose a time at most a year from now.',
} as const;

export const newsletterStates = ['draft', 'planned', 'sending', 'sent', 'stopped'] as const;
export type NewsletterState = (typeof newsletterStates)[number];

/**
 * Who gets one, of those who asked for news: everyone; who bought or wished for a design, or one of the category whose id
 * follows; who never bought; or accounts with a licence.
 */
export const audienceSchema = v.pipe(
  v.string(),
  v.regex(
    /^(?:everyone|neverBought|FABRIC_SHOP|SMALL_BUSINESS|(?:bought|wished)(?::[0-9a-f]{24})?)$/,
    newsletterMessages.audience,
  ),
);

/** What the editor edits. */
export const editedNewsletterEntries = {
  subject: lineSchema(newsletterMessages.subject, newsletterLimits.subject),
  /** Each line is a paragraph. */
  text: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\r\n?/g, '\n')),
    v.trim(),
    v.maxLength(newsletterLimits.text, messages.invalid.tooLong),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters but the line break are what it refuses
    v.regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, messages.invalid.characters),
  ),
  designIds: v.pipe(
    v.array(idSchema),
    v.maxLength(newsletterLimits.designs, newsletterMessages.designs),
  ),
  /** Empty for none. */
  couponCode: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(100, newsletterMessages.coupon),
    v.check((code) => code === '' || couponCodePattern.test(code), newsletterMessages.coupon),
  ),
  audience: audienceSchema,
};

const editedNewsletterSchema = v.object(editedNewsletterEntries);
export type EditedNewsletter = v.InferOutput<typeof editedNewsletterSchema>;

const { audience: _, ...writtenEntries } = editedNewsletterEntries;

/** `sendsAt`: when it begins or began, such as `2026-12-01T09:00` in the shop's time zone; null: that isn't planned. */
const listedEntries = {
  id: idSchema,
  subject: v.string(),
  state: v.picklist(newsletterStates),
  sendsAt: v.nullable(v.string()),
  /** How many were sent. */
  sent: v.number(),
};
export const listedNewsletterSchema = v.object(listedEntries);
export type ListedNewsletter = v.InferOutput<typeof listedNewsletterSchema>;

export const newsletterSchema = v.object({
  ...listedEntries,
  version: v.number(),
  text: v.string(),
  designs: v.array(collectionDesignSchema),
  couponCode: v.string(),
  audience: v.string(),
  /** Why it was stopped: by staff, because mail servers refused too many, because its coupon ended or was used up, or since an older backup was restored. Null of a stopped one: the seller has no address. */
  stopReason: v.nullable(v.picklist(['staff', 'refused', 'coupon', 'restored'])),
  figures: v.object({
    /** Readers that it still has to be sent to; 0 for a draft. */
    left: v.number(),
    /** Put in the queue of mails, and not answered yet. */
    waiting: v.number(),
    /** Mail servers refused them for good. */
    refused: v.number(),
    /** Readers who got it and have ended these mails since. */
    unsubscribed: v.number(),
    /** Paid orders with its coupon since it began. */
    orders: v.number(),
  }),
});
export type Newsletter = v.InferOutput<typeof newsletterSchema>;

export function editedNewsletter(newsletter: Newsletter): EditedNewsletter {
  const { subject, text, designs, couponCode, audience } = newsletter;
  return { subject, text, designIds: designs.map(({ id }) => id), couponCode, audience };
}

const idParams = v.object({ id: idSchema });

export const newsletterCalls = {
  newsletters: {
    method: 'GET',
    path: '/api/studio/newsletters',
    access: 'studio',
    summary: 'Newsletters, newest first',
    query: v.object(listQueryEntries),
    answer: listAnswerSchema(listedNewsletterSchema),
  },
  newsletter: {
    method: 'GET',
    path: '/api/studio/newsletters/{id}',
    access: 'studio',
    summary: 'One newsletter with its figures',
    params: idParams,
    answer: newsletterSchema,
  },
  createNewsletter: {
    method: 'POST',
    path: '/api/studio/newsletters',
    access: 'studio',
    isRepeatable: true,
    summary: 'Create a draft',
    body: v.object({ subject: editedNewsletterEntries.subject }),
    answer: newsletterSchema,
  },
  saveNewsletter: {
    method: 'PUT',
    path: '/api/studio/newsletters/{id}',
    access: 'studio',
    summary: 'Save the changed fields of a draft',
    params: idParams,
    body: changedFieldsSchema(editedNewsletterEntries, editedNewsletterEntries),
    answer: newsletterSchema,
  },
  deleteNewsletter: {
    method: 'DELETE',
    path: '/api/studio/newsletters/{id}',
    access: 'studio',
    summary: 'Delete a draft',
    params: idParams,
    answer: messageSchema,
  },
  testNewsletter: {
    method: 'POST',
    path: '/api/studio/newsletters-test',
    access: 'studio',
    summary: 'Send the caller a newsletter as it is written, saved or not',
    body: v.object(writtenEntries),
    answer: messageSchema,
  },
  newsletterReaders: {
    method: 'GET',
    path: '/api/studio/newsletters-readers',
    access: 'studio',
    summary: 'How many readers a newsletter would have',
    query: v.object({ audience: audienceSchema }),
    answer: v.object({ readers: v.number() }),
  },
  newDesigns: {
    method: 'GET',
    path: '/api/studio/newsletters-designs',
    access: 'studio',
    summary:
      'The designs published in the last 31 days, newest first, as many as a newsletter can have',
    answer: v.object({ designs: v.array(collectionDesignSchema) }),
  },
  sendNewsletter: {
    method: 'POST',
    path: '/api/studio/newsletters/{id}/send',
    access: 'studio',
    isRepeatable: true,
    summary: 'Send a draft, or the rest of a stopped newsletter, now or at a time',
    params: idParams,
    body: v.object({
      /** As it was read, so that nobody sends what somebody else has just changed or sent. */
      version: versionSchema,
      /** In the shop's time zone, such as `2026-12-01T09:00`; null: now. */
      at: v.nullable(v.pipe(v.string(), v.isoDateTime(newsletterMessages.at))),
    }),
    answer: newsletterSchema,
  },
  stopNewsletter: {
    method: 'POST',
    path: '/api/studio/newsletters/{id}/stop',
    access: 'studio',
    summary:
      'Stop sending a newsletter, or leave one that stopped by itself at that; a planned one becomes a draft again, and any other stays as it is',
    params: idParams,
    query: v.object({
      /** As it was read: only this one, if it stopped by itself, is left at that. The page before says none. */
      version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))),
    }),
    answer: newsletterSchema,
  },
} as const satisfies StudioCalls;
