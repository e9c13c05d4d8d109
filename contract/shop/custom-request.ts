import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import {
  emailSchema,
  idSchema,
  instantSchema,
  lineSchema,
  paragraphsSchema,
} from '../wire/fields.ts';

/** `On` means open (U15). Anything else means closed, and so does an unknown state (P05). */
export const customStatusSchema = v.object({
  status: v.picklist(['On', 'Off']),
  updatedAt: instantSchema,
});
export type CustomStatus = v.InferOutput<typeof customStatusSchema>;

export const designTypes = ['Exclusive', 'Non-Exclusive'] as const;

/** What a request is for: a design that is drawn, or a yearly licence. */
export const wantedKinds = ['design', 'yearly_licence'] as const;
export type WantedKind = (typeof wantedKinds)[number];

/** The field name of each image in the multipart body (O13). */
export const referenceImagesField = 'referenceImages';

/** The image types that the server can read (E04); HEIC is not one of them. */
export const referenceImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** The text fields of the multipart body; images are sent beside them as `referenceImages`. */
export const customRequestSchema = v.object({
  name: lineSchema('Name is required', 200),
  email: emailSchema(messages.signUp.email, messages.signUp.emailPattern),
  designType: v.picklist(designTypes, 'Design type is required'),
  description: paragraphsSchema('Description is required', 5000),
});

/** The text fields of an empty form. */
export const emptyRequestFields = { name: '', email: '', designType: '', description: '' };

/** Whether the account's owner wants an e-mail when custom requests open (OP-35). */
export const customsNewsSchema = v.object({ isWanted: v.boolean() });

export const customRequestAnswerSchema = v.object({
  data: v.object({ _id: idSchema, createdAt: instantSchema }),
});
