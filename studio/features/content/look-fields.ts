import { type LookColor, lookColors } from '#contract/shop/look.ts';
import { colorNames } from '#contract/studio/look-contrast.ts';
import type { FieldSpec, FieldSpecs } from './content-fields.ts';

/** Where the shop uses the colours whose names don't say it. */
const hints: Readonly<Partial<Record<LookColor, string>>> = {
  'paper-deep': 'Behind pictures and quiet parts.',
  raspberry: 'Buttons, links and prices.',
  teal: 'Checked filters, focus rings and other buttons.',
  sunshine: 'Stickers and notices.',
  opening: 'The sky behind the first words of the home page.',
};

/** The logo, how it is shown, and a field for each colour. */
export const lookFields = {
  logo: {
    kind: 'logo',
    label: 'Logo',
    hint: 'A PNG, WebP, JPEG or SVG of up to 5 MB, best with a transparent background. Also the picture of the installed app and of the browser’s tab.',
  },
  mark: {
    kind: 'choice',
    label: 'Shown as',
    options: [
      { value: 'both', label: 'Logo and name' },
      { value: 'picture', label: 'Logo alone' },
      { value: 'name', label: 'Name alone' },
    ],
  },
  ...(Object.fromEntries(lookColors.map((name) => [name, fieldOf(name)])) as Readonly<
    Record<LookColor, FieldSpec>
  >),
} as const satisfies FieldSpecs;

function fieldOf(name: LookColor): FieldSpec {
  const hint = hints[name];
  return { kind: 'color', label: colorNames[name], ...(hint !== undefined && { hint }) };
}
