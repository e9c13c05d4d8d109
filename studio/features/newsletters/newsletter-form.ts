import * as v from 'valibot';
import {
  type EditedNewsletter,
  editedNewsletterEntries,
  newsletterLimits,
  newsletterMessages,
} from '#contract/studio/newsletters.ts';
import type { FormShape } from '../../ui/shared-draft.ts';
import { joinIds, splitIds } from '../collections/collection-form.ts';

export type NewsletterField = keyof EditedNewsletter;
type TypedNewsletter = Readonly<Record<NewsletterField, string>>;

/** What is typed or chosen, as texts: ids are joined by commas. */
export const newsletterFormSchema = v.object({
  ...editedNewsletterEntries,
  designIds: v.pipe(
    v.string(),
    v.check((ids) => splitIds(ids).length <= newsletterLimits.designs, newsletterMessages.designs),
  ),
});

export const newsletterShape: FormShape<EditedNewsletter, TypedNewsletter> = {
  typedFrom: ({ designIds, ...edited }) => ({ ...edited, designIds: joinIds(designIds) }),
  editedFrom: ({ designIds, ...typed }) => ({ ...typed, designIds: splitIds(designIds) }),
  parts: {
    subject: ['subject'],
    text: ['text'],
    designIds: ['designIds'],
    couponCode: ['couponCode'],
    audience: ['audience'],
  },
};

/** The name and the words of each field. */
export function newsletterWords(
  titleOf: (designId: string) => string,
  audienceName: (audience: string) => string,
) {
  type Edited = EditedNewsletter;
  return {
    subject: { name: 'Subject', text: ({ subject }: Edited) => subject },
    text: { name: 'Text', text: ({ text }: Edited) => text },
    designIds: { name: 'Designs', list: ({ designIds }: Edited) => designIds.map(titleOf) },
    couponCode: { name: 'Coupon', text: ({ couponCode }: Edited) => couponCode },
    audience: { name: 'Who gets it', text: ({ audience }: Edited) => audienceName(audience) },
  };
}
