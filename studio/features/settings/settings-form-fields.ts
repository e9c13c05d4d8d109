import * as v from 'valibot';
import { brandFields, settingsMessages } from '#contract/studio/brand.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import type { FormShape } from '../../ui/shared-draft.ts';

/** The form's fields, named as in the server's errors. */
export type SettingsField =
  | 'name'
  | 'designers.0.name'
  | 'designers.0.email'
  | 'designers.1.name'
  | 'designers.1.email'
  /** `yes` with a second designer. */
  | 'isDuo'
  | 'socialLink';
export type SettingsValues = Readonly<Record<SettingsField, string>>;

const { designerName, designerEmail } = brandFields;

/** For a single designer; ignores what was typed for a second one. */
const soloSchema = v.object({
  isDuo: v.literal(''),
  name: brandFields.name,
  'designers.0.name': designerName,
  'designers.0.email': designerEmail,
  socialLink: brandFields.socialLink,
});

const duoSchema = v.pipe(
  v.object({
    ...soloSchema.entries,
    isDuo: v.literal('yes'),
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

export const settingsFormSchema = v.variant('isDuo', [soloSchema, duoSchema]);

export type EditedSettings = Pick<StudioSettings, 'name' | 'designers' | 'socialLink'>;

export function editedSettings({ name, designers, socialLink }: StudioSettings): EditedSettings {
  return { name, designers, socialLink };
}

/** A studio that is being set up gets fields for two designers. */
function typedFrom({ name, designers, socialLink }: EditedSettings): SettingsValues {
  const [first, second] = designers;
  return {
    isDuo: designers.length === 1 ? '' : 'yes',
    name,
    'designers.0.name': first?.name ?? '',
    'designers.0.email': first?.email ?? '',
    'designers.1.name': second?.name ?? '',
    'designers.1.email': second?.email ?? '',
    socialLink,
  };
}

function editedFrom(typed: SettingsValues): EditedSettings {
  const designers = [
    { name: typed['designers.0.name'], email: typed['designers.0.email'] },
    { name: typed['designers.1.name'], email: typed['designers.1.email'] },
  ];
  const { name, socialLink } = typed;
  const isDuo = typed.isDuo !== '';
  return { name, designers: isDuo ? designers : designers.slice(0, 1), socialLink };
}

export const settingsShape: FormShape<EditedSettings, SettingsValues> = {
  typedFrom,
  editedFrom,
  parts: {
    name: ['name'],
    designers: [
      'isDuo',
      'designers.0.name',
      'designers.0.email',
      'designers.1.name',
      'designers.1.email',
    ],
    socialLink: ['socialLink'],
  },
};

export const settingsWords = {
  name: { name: 'Name', text: ({ name }: EditedSettings) => name },
  designers: {
    name: 'Designers',
    text: ({ designers }: EditedSettings) =>
      designers.map(({ name, email }) => `${name}, ${email}`).join('; '),
  },
  socialLink: { name: 'Social network', text: ({ socialLink }: EditedSettings) => socialLink },
};
