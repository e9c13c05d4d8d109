import * as v from 'valibot';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import { licenceFields } from '#contract/studio/licences.ts';

export type LicenceField = 'allows' | 'forbids' | 'goods';
type TypedLicence = Readonly<Record<LicenceField, string>>;
export type LicenceWordsOf = Pick<LicenceText, LicenceField>;

function oneLine(typed: string): string {
  return typed.replace(/\s+/g, ' ').trim();
}

/** A list as typed, one entry per line; blank lines are ignored. */
function linesOf(typed: string): string[] {
  return typed.split('\n').flatMap((line) => oneLine(line) || []);
}

export function typedFrom({ allows, forbids, goods }: LicenceWordsOf): TypedLicence {
  return { allows: allows.join('\n'), forbids: forbids.join('\n'), goods };
}

export function wordsFrom({ allows, forbids, goods }: TypedLicence): LicenceWordsOf {
  return { allows: linesOf(allows), forbids: linesOf(forbids), goods: oneLine(goods) };
}

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
});
