import * as v from 'valibot';
import { type CompleteText, licenceFields, licenceMessages } from '#contract/studio/licences.ts';
import type { FormShape } from '../../ui/shared-draft.ts';

export type LicenceField = 'allows' | 'forbids' | 'goods' | 'items';
type TypedLicence = Readonly<Record<LicenceField, string>>;
export type LicenceWordsOf = Pick<CompleteText, LicenceField>;

function oneLine(typed: string): string {
  return typed.replace(/\s+/g, ' ').trim();
}

/** A list as typed, one entry per line; blank lines are ignored. */
function linesOf(typed: string): string[] {
  return typed.split('\n').flatMap((line) => oneLine(line) || []);
}

export function licenceWordsOf({ allows, forbids, goods, items }: LicenceWordsOf): LicenceWordsOf {
  return { allows, forbids, goods, items };
}

function typedFrom({ allows, forbids, goods, items }: LicenceWordsOf): TypedLicence {
  return { allows: allows.join('\n'), forbids: forbids.join('\n'), goods, items: String(items) };
}

export function wordsFrom({ allows, forbids, goods, items }: TypedLicence): LicenceWordsOf {
  return {
    allows: linesOf(allows),
    forbids: linesOf(forbids),
    goods: oneLine(goods),
    items: Number(items),
  };
}

export const licenceShape: FormShape<LicenceWordsOf, TypedLicence> = {
  typedFrom,
  editedFrom: wordsFrom,
  parts: { allows: ['allows'], forbids: ['forbids'], goods: ['goods'], items: ['items'] },
};

export const licenceParts = {
  allows: { name: 'You may', list: ({ allows }: LicenceWordsOf) => allows },
  forbids: { name: 'Please don’t', list: ({ forbids }: LicenceWordsOf) => forbids },
  goods: { name: 'How many items it covers', text: ({ goods }: LicenceWordsOf) => goods },
  items: {
    name: 'Items covered by one licence',
    text: ({ items }: LicenceWordsOf) => String(items),
  },
};

/** Reports whatever is wrong with a line as an error of its list. */
function typedLines(lines: typeof licenceFields.allows) {
  return v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const parsed = v.safeParse(lines, linesOf(dataset.value));
      if (!parsed.success) addIssue({ message: parsed.issues[0].message });
    }),
  );
}

export const licenceFormSchema = v.object({
  allows: typedLines(licenceFields.allows),
  forbids: typedLines(licenceFields.forbids),
  goods: v.pipe(v.string(), v.transform(oneLine), licenceFields.goods),
  items: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,9}$/, licenceMessages.items),
    v.transform(Number),
    licenceFields.items,
  ),
});
