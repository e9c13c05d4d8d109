import type { ContentSection } from './content.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The fields of a section that two people can change without a conflict, by name. Subject and text of an
 * e-mail are two, such as `receipt.subject`; a list is one.
 */
export function contentFields(section: ContentSection, content: unknown): Values {
  if (section !== 'mails') return content as Values;
  const mails = Object.entries(content as Readonly<Record<string, Values | null>>);
  return Object.fromEntries(
    mails.flatMap(([mail, words]) =>
      Object.entries(words ?? {}).map(([field, value]) => [`${mail}.${field}`, value]),
    ),
  );
}

/** The content with these fields; null is none. */
export function contentWith(section: ContentSection, fields: Values): Values {
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  if (section !== 'mails') return Object.fromEntries(set);
  const content: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of set) {
    const [mail = '', field = ''] = path.split('.');
    content[mail] = { ...content[mail], [field]: value };
  }
  return content;
}
