import { type LookColor, lookColors } from '#contract/shop/look.ts';
import { colorNames } from '#contract/studio/look.ts';
import type { FieldSpec } from './content-fields.ts';

/** Where the shop uses the colours whose names don't say it. */
const hints: Readonly<Partial<Record<LookColor, string>>> = {
  'paper-deep': 'Behind pictures and quiet parts.',
  raspberry: 'Buttons, links and prices.',
  teal: 'Checked filters, focus rings and other buttons.',
  sunshine: 'Stickers and notices.',
  opening: 'The sky behind the first words of the home page.',
};

/** A field for each colour. */
export const lookFields = Object.fromEntries(
  lookColors.map((name) => [name, fieldOf(name)]),
) as Readonly<Record<LookColor, FieldSpec>>;

function fieldOf(name: LookColor): FieldSpec {
  const hint = hints[name];
  return { kind: 'color', label: colorNames[name], ...(hint !== undefined && { hint }) };
}
