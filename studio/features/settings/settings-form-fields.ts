import * as v from 'valibot';
import type { Brand, StudioSettings } from '#contract/studio/settings.ts';
import { brandFields, settingsMessages } from '#contract/studio/settings.ts';

/** The form's fields, named as in the server's errors. */
export type SettingsField =
  | 'name'
  | 'designers.0.name'
  | 'designers.0.email'
  | 'designers.1.name'
  | 'designers.1.email'
  | 'socialLink';
export type SettingsValues = Readonly<Record<SettingsField, string>>;

const { designerName, designerEmail } = brandFields;

/** For a single designer; ignores what was typed for a second one. */
export const soloSchema = v.object({
  name: brandFields.name,
  'designers.0.name': designerName,
  'designers.0.email': designerEmail,
  socialLink: brandFields.socialLink,
});

export const duoSchema = v.pipe(
  v.object({
    ...soloSchema.entries,
    'designers.1.name': designerName,
    'designers.1.email': designerEmail,
  }),
  v.forward(
    v.check(
      (typed) =>
        typed['designers.0.email'].toLowerCase() !== typed['designers.1.email'].toLowerCase(),
      settingsMessages.sameEmail,
    ),
    ['designers.1.email'],
  ),
);

export function typedFrom({ name, designers, socialLink }: StudioSettings) {
  const [first, second] = designers;
  return {
    name,
    'designers.0.name': first?.name ?? '',
    'designers.0.email': first?.email ?? '',
    'designers.1.name': second?.name ?? '',
    'designers.1.email': second?.email ?? '',
    socialLink,
  } satisfies SettingsValues;
}

/** The terms keep their version: only publishing new ones changes it. */
export function brandFrom(
  typed: SettingsValues,
  isDuo: boolean,
  { termsVersion }: StudioSettings,
): Brand {
  const designers = [
    { name: typed['designers.0.name'], email: typed['designers.0.email'] },
    { name: typed['designers.1.name'], email: typed['designers.1.email'] },
  ];
  const { name, socialLink } = typed;
  return { name, designers: isDuo ? designers : designers.slice(0, 1), socialLink, termsVersion };
}
