import * as v from 'valibot';
import { messages } from '../messages/messages.ts';

/** The texts of the mails to buyers: their placeholders, and what the studio may write. */

/** Placeholders that every mail has: the shop's name. */
const shop = 'shop';

/** What a mail's text can name and must name, and an example of each for the preview. */
interface MailSpec {
  readonly placeholders: readonly (keyof typeof mailExamples)[];
  readonly required: readonly (keyof typeof mailExamples)[];
}

/** An example of each placeholder. */
export const mailExamples = {
  shop: 'Pinwheel',
  name: 'Ada',
  order: 'PW-1001',
  date: 'November 23, 2026',
  amount: '$12.50',
  design: 'Woodland foxes',
  files: 'foxes.png, foxes-tile.png',
  reason: 'We couldn’t find your shop under the link you gave.',
  code: '0420',
  minutes: '2',
  hours: '72',
} as const;

/** The mails in the order of the studio's form. */
export const mailSpecs = {
  receipt: { placeholders: ['name', 'order', 'date'], required: ['order'] },
  refunded: { placeholders: ['order', 'amount'], required: ['order', 'amount'] },
  downloadGiven: { placeholders: ['design', 'order'], required: ['design', 'order'] },
  registered: { placeholders: [], required: [] },
  approved: { placeholders: ['name'], required: [] },
  rejected: { placeholders: ['name', 'reason'], required: ['reason'] },
  customsOpen: { placeholders: ['name'], required: [] },
  filesReplaced: { placeholders: ['name', 'design', 'files'], required: ['design', 'files'] },
  fullCart: { placeholders: ['name'], required: [] },
  oneTimeCode: { placeholders: ['code', 'minutes'], required: ['code', 'minutes'] },
  passwordChanged: { placeholders: ['name'], required: [] },
  emailChanged: { placeholders: ['name', 'hours'], required: ['hours'] },
  emailRestored: { placeholders: ['name'], required: [] },
  emailRemoved: { placeholders: [], required: [] },
  accountDeleted: { placeholders: ['name'], required: [] },
} as const satisfies Record<string, MailSpec>;

export type MailName = keyof typeof mailSpecs;

/** A mail's subject, and its paragraphs with an empty line between them. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export type MailTexts = Readonly<Record<MailName, MailText>>;

export const mailMessages = {
  empty: 'This text is missing.',
  unknown: (name: string) => `You can’t use {${name}} in this e-mail.`,
  missing: (name: string) => `The text must include {${name}}.`,
} as const;

/** A text with its placeholders filled in. The space before an empty value goes too, as in "Hello {name},". */
export function fillMailText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/ ?\{(\w{1,20})\}/g, (found, name: string) => {
    const value = values[name];
    if (value === undefined) return found;
    return value === '' ? '' : found.replace(`{${name}}`, () => value);
  });
}

/** The paragraphs of a filled text. */
export function mailParagraphs(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w{1,20})\}/g)].flatMap(([, name]) => name ?? []);
}

function unknownIn(text: string, known: readonly string[]): string | undefined {
  return namesIn(text).find((name) => name !== shop && !known.includes(name));
}

function mailTextSchema({ placeholders, required }: MailSpec) {
  const known = (text: v.CheckIssue<string>) =>
    mailMessages.unknown(unknownIn(text.input, placeholders) ?? '');
  const base = (most: number) =>
    v.pipe(
      v.string(messages.invalid.characters),
      v.trim(),
      v.nonEmpty(mailMessages.empty),
      v.maxLength(most, `Use at most ${most} characters.`),
      v.check((text) => unknownIn(text, placeholders) === undefined, known),
    );
  return v.object({
    subject: v.pipe(base(120), v.regex(/^\P{Cc}*$/u, messages.invalid.characters)),
    text: v.pipe(
      base(2000),
      v.regex(/^(?:\P{Cc}|\n)*$/u, messages.invalid.characters),
      v.check(
        (text) => required.every((name) => namesIn(text).includes(name)),
        ({ input }) =>
          mailMessages.missing(required.find((name) => !namesIn(input).includes(name)) ?? ''),
      ),
    ),
  });
}

export const namedMailTextSchema = v.variant(
  'mail',
  (Object.keys(mailSpecs) as MailName[]).map((mail) =>
    v.object({ mail: v.literal(mail), ...mailTextSchema(mailSpecs[mail]).entries }),
  ),
  messages.invalid.id,
);

export const mailTextsSchema = v.object(
  Object.fromEntries(
    Object.entries(mailSpecs).map(([name, spec]) => [name, mailTextSchema(spec)]),
  ) as Record<MailName, ReturnType<typeof mailTextSchema>>,
);
