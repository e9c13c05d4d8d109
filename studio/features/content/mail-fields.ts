import { type MailName, mailSpecs } from '#contract/studio/mails.ts';
import type { FieldSpec } from './content-fields.ts';

/** What the studio calls each mail. */
export const mailLabels: Readonly<Record<MailName, string>> = {
  receipt: 'Receipt',
  refunded: 'Refund',
  downloadGiven: 'Free design',
  registered: 'Welcome',
  approved: 'Account approved',
  rejected: 'Account rejected',
  customsOpen: 'Custom requests open',
  filesReplaced: 'New files',
  fullCart: 'Designs left in the cart',
  oneTimeCode: 'Code for a new password',
  passwordChanged: 'Password changed',
  emailChanged: 'E-mail changed',
  emailRestored: 'E-mail change undone, to the old address',
  emailRemoved: 'E-mail change undone, to the other address',
  accountDeleted: 'Account deleted',
};

/** The fields of each mail, with the placeholders it has. */
export const mailFields = Object.fromEntries(
  Object.entries(mailLabels).map(([mail, label]) => [mail, fieldsOf(mail as MailName, label)]),
) as Readonly<Record<MailName, FieldSpec>>;

function fieldsOf(mail: MailName, label: string): FieldSpec {
  const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');
  const { placeholders, required } = mailSpecs[mail];
  const needed = required.length > 0 ? ` Must include ${braced(required)}.` : '';
  return {
    kind: 'group',
    label,
    fields: {
      subject: { kind: 'line', label: 'Subject' },
      text: {
        kind: 'text',
        label: 'Text',
        hint: `Leave an empty line between paragraphs. You can use ${braced(['shop', ...placeholders])}.${needed}`,
        rows: 6,
      },
    },
  };
}
