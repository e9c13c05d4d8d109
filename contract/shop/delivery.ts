import * as v from 'valibot';
import { idSchema, paragraphsSchema } from '../wire/fields.ts';

/** What a buyer says about a delivered design. */

export const deliveryLimits = { marks: 30, markText: 500, note: 5000 } as const;

export const deliveryMessages = {
  mark: 'Say what you’d like to change here.',
  marks: `Place at most ${deliveryLimits.marks} marks.`,
  nothing: 'Say what you’d like to change, or mark it on the picture.',
  newer: 'The studio has delivered another version meanwhile. Please look at it first.',
} as const;

const sideSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** A point on a picture and what shall change there. `x` and `y` are parts of its width and height. */
export const markSchema = v.object({
  pictureId: idSchema,
  x: sideSchema,
  y: sideSchema,
  text: paragraphsSchema(deliveryMessages.mark, deliveryLimits.markText),
});
export type Mark = v.InferOutput<typeof markSchema>;
