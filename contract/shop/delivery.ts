import * as v from 'valibot';
import { idSchema, paragraphsSchema } from '../wire/fields.ts';

/** What a buyer says about a delivered design. */

export const deliveryLimits = { marks: 30, markText: 500, note: 5000 } as const;

export const deliveryMessages = {
  mark: 'Say what you’d like to change here.',
  marks: `Place at most ${deliveryLimits.marks} marks.`,
  nothing: 'Say what you’d like to change, or mark it on the picture.',
  changed:
    'The design has changed since it was delivered. It can be accepted once it is delivered again.',
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

/** What was delivered last. */
export const deliverySchema = v.object({
  /** How often it was delivered; a buyer answers the version that they saw. */
  number: v.number(),
  pictures: v.array(v.object({ _id: idSchema, width: v.number(), height: v.number() })),
  /** Whether the studio has changed pictures or files since. Missing in answers of an older server. */
  isChanged: v.optional(v.boolean()),
  /** Rounds of changes that the quote still includes; null: as many as the buyer likes. */
  roundsLeft: v.nullable(v.number()),
});

const numberSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

export const acceptanceSchema = v.object({ delivery: numberSchema });

export const wantedChangesSchema = v.pipe(
  v.object({
    delivery: numberSchema,
    note: v.union([v.literal(''), paragraphsSchema(deliveryMessages.nothing, deliveryLimits.note)]),
    marks: v.pipe(v.array(markSchema), v.maxLength(deliveryLimits.marks, deliveryMessages.marks)),
  }),
  v.forward(
    v.partialCheck(
      [['note'], ['marks']],
      ({ note, marks }) => note !== '' || marks.length > 0,
      deliveryMessages.nothing,
    ),
    ['note'],
  ),
);
export type WantedChanges = v.InferOutput<typeof wantedChangesSchema>;
