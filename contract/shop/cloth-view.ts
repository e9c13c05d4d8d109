import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema } from '../wire/fields.ts';

/** How one repeat joins the next on the cloth. */
export const layouts = ['straight', 'half-drop', 'half-brick', 'mirror'] as const;
export type Layout = (typeof layouts)[number];

/** What a pattern is shown on, besides flat cloth. */
export const thingNames = ['cushion', 'bunting', 'bib', 'paper', 'mug'] as const;
export type ThingName = (typeof thingNames)[number];

export const minPercent = 25;
export const maxPercent = 400;
/** As many designs as fit beside the first one. */
export const maxBeside = 2;

/** A view's scale, and which of a design's pictures it shows. */
const wholeNumber = v.pipe(v.number(), v.integer(messages.invalid.number));

/**
 * How a buyer looks at a design on the cloth bench. `percent`: of the design's own size; `thing`: what it is shown
 * on, null for flat cloth; `picture`: which of the design's pictures repeats, 0 is the first; `beside`: designs
 * that lie beside it.
 */
export const clothViewSchema = v.object({
  layout: v.picklist(layouts, messages.invalid.fields),
  percent: v.pipe(
    wholeNumber,
    v.minValue(minPercent, messages.invalid.number),
    v.maxValue(maxPercent, messages.invalid.number),
  ),
  thing: v.nullable(v.picklist(thingNames, messages.invalid.fields)),
  picture: v.pipe(
    wholeNumber,
    v.minValue(0, messages.invalid.number),
    v.maxValue(9_999, messages.invalid.number),
  ),
  beside: v.pipe(v.array(idSchema), v.maxLength(maxBeside, messages.invalid.fields)),
});
export type ClothView = Readonly<v.InferOutput<typeof clothViewSchema>>;

/** The view that an add keeps with its line; null only removes the one that was kept, and without one it stays. */
export const addedViewSchema = v.optional(v.nullable(clothViewSchema));

/** The view that was kept with a line. A later build's view that this one doesn't know is left out. */
export const keptViewSchema = v.fallback(v.optional(clothViewSchema), undefined);
