import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { businessLink } from '../shop/account.ts';
import {
  type Announcement,
  type Faq,
  type FeaturedText,
  type FooterTexts,
  type Guide,
  type Hero,
  logoSchema,
  type Services,
  serviceDrawings,
  type Terms,
  type TitledText,
} from '../shop/content.ts';
import type { AboutPage, WrittenPage } from '../shop/written-page.ts';
import { colorsSchema, type Look } from './look.ts';
import { type MailTexts, mailTextsSchema } from './mails.ts';

/** The shop's texts and colours as the studio sets them, section by section. Every version is kept. */

/**
 * What search engines and link previews say about the main pages; each other page has a label of its own.
 * `{shop}` is the shop's name.
 */
export interface SearchEngineTexts {
  /** The title of the home page. */
  readonly title: string;
  /** The pages' descriptions. */
  readonly home: string;
  readonly shop: string;
  readonly licence: string;
  readonly terms: string;
}

/** What each section holds. */
export interface Content {
  readonly hero: Hero;
  readonly featured: FeaturedText;
  readonly customs: TitledText;
  readonly reminder: TitledText;
  readonly announcement: Announcement;
  readonly faq: Faq;
  readonly services: Services;
  readonly footer: FooterTexts;
  readonly searchEngines: SearchEngineTexts;
  readonly guide: Guide;
  readonly terms: Terms;
  readonly about: AboutPage;
  readonly privacy: WrittenPage;
  readonly imprint: WrittenPage;
  readonly accessibility: WrittenPage;
  readonly mails: MailTexts;
  readonly look: Look;
}
export type ContentSection = keyof Content;

export const contentSections = [
  'announcement',
  'hero',
  'featured',
  'customs',
  'reminder',
  'services',
  'faq',
  'footer',
  'searchEngines',
  'guide',
  'terms',
  'about',
  'privacy',
  'imprint',
  'accessibility',
  'mails',
  'look',
] as const satisfies readonly ContentSection[];

export const contentLimits = {
  faqEntries: 30,
  services: 6,
  serviceParts: 10,
  links: 6,
  kinds: 8,
  people: 6,
  sections: 20,
  restrictions: 20,
} as const;

export const contentMessages = {
  empty: 'This text is missing.',
  faqEntries: `Enter 1 to ${contentLimits.faqEntries} questions.`,
  sameQuestion: 'Two questions are the same.',
  services: `Enter 1 to ${contentLimits.services} services.`,
  sameService: 'Two services have the same name.',
  serviceParts: `Enter 1 to ${contentLimits.serviceParts} lines.`,
  samePart: 'Two lines are the same.',
  links: `Use at most ${contentLimits.links} links.`,
  sameLink: 'Two links have the same name.',
  link: 'Enter a path such as /shop or a web address.',
  kinds: `Enter 1 to ${contentLimits.kinds} kinds of shops.`,
  sameKind: 'Two kinds have the same name.',
  people: `Enter at most ${contentLimits.people} people.`,
  samePerson: 'Two people have the same name.',
  sections: `Enter 1 to ${contentLimits.sections} sections.`,
  sameSection: 'Two sections have the same title.',
  restrictions: `Enter 1 to ${contentLimits.restrictions} rows.`,
  sameRestriction: 'Two rows are the same.',
  textLink: 'Each link must be a path such as /shop or a web address.',
} as const;

/** One text: trimmed, without line breaks or other control characters. */
function textSchema(most: number) {
  return v.pipe(optionalText(most), v.nonEmpty(contentMessages.empty));
}

function optionalText(most: number) {
  return v.pipe(
    v.string(messages.invalid.characters),
    v.trim(),
    v.maxLength(most, `Use at most ${most} characters.`),
    v.regex(/^\P{Cc}*$/u, messages.invalid.characters),
  );
}

/** A list of 1 (or `least`) to `most` items, no two with the same `keyOf`. */
function listSchema<T extends v.GenericSchema>(
  item: T,
  [least, most]: readonly [number, number],
  message: string,
  keyOf: (item: v.InferOutput<T>) => string,
  twice: string,
) {
  return v.pipe(
    v.array(item, message),
    v.minLength(least, message),
    v.maxLength(most, message),
    v.check((items) => new Set(items.map(keyOf)).size === items.length, twice),
  );
}

/** What a search engine shows below a page's title. */
const descriptionSchema = textSchema(200);

/** A path of the shop, or a web address. */
function isLink(text: string): boolean {
  return /^\/(?![/\\])\S*$/.test(text) || (/^https?:/.test(text) && businessLink(text) !== null);
}

/** Where the links of a text lead. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^()\s]{1,300})\)/g)].flatMap(([, link]) => link ?? []);
}

const { faqEntries, services, serviceParts, links, kinds, people, sections, restrictions } =
  contentLimits;

/** The parts of a page of text. */
const pageEntries = {
  lead: textSchema(400),
  sections: listSchema(
    v.object({
      title: textSchema(60),
      text: v.pipe(
        v.string(messages.invalid.characters),
        v.trim(),
        v.nonEmpty(contentMessages.empty),
        v.maxLength(4000, 'Use at most 4000 characters.'),
        v.regex(/^(?:\P{Cc}|\n)*$/u, messages.invalid.characters),
        v.check((text) => linksIn(text).every(isLink), contentMessages.textLink),
      ),
    }),
    [1, sections],
    contentMessages.sections,
    ({ title }) => title.toLowerCase(),
    contentMessages.sameSection,
  ),
};

/** The schema of each section, also for the editor; look-contrast.ts has what a look needs besides. */
export const contentSchemas: {
  readonly [S in ContentSection]: v.GenericSchema<unknown, Content[S]> & {
    readonly entries: v.ObjectEntries;
  };
} = {
  hero: v.object({ sticker: textSchema(40), title: textSchema(60), text: textSchema(240) }),
  featured: v.object({ text: textSchema(120) }),
  customs: v.object({ title: textSchema(60), text: textSchema(240) }),
  reminder: v.object({ title: textSchema(60), text: textSchema(400) }),
  announcement: v.object({
    text: textSchema(70),
    label: textSchema(30),
    link: v.pipe(
      optionalText(300),
      v.check((text) => text === '' || isLink(text), contentMessages.link),
    ),
    aloneText: textSchema(70),
    aloneLabel: textSchema(30),
  }),
  faq: v.object({
    title: textSchema(60),
    entries: listSchema(
      v.object({
        question: textSchema(120),
        answer: textSchema(600),
        byMailAlone: optionalText(600),
      }),
      [1, faqEntries],
      contentMessages.faqEntries,
      ({ question }) => question,
      contentMessages.sameQuestion,
    ),
  }),
  services: v.object({
    title: textSchema(60),
    services: listSchema(
      v.object({
        name: textSchema(60),
        text: textSchema(200),
        parts: listSchema(
          textSchema(80),
          [1, serviceParts],
          contentMessages.serviceParts,
          (part) => part,
          contentMessages.samePart,
        ),
        drawing: v.picklist(serviceDrawings, messages.invalid.characters),
      }),
      [1, services],
      contentMessages.services,
      ({ name }) => name,
      contentMessages.sameService,
    ),
  }),
  footer: v.object({
    about: textSchema(300),
    follow: textSchema(30),
    links: listSchema(
      v.object({
        label: textSchema(30),
        url: v.pipe(textSchema(300), v.check(isLink, contentMessages.link)),
      }),
      [0, links],
      contentMessages.links,
      ({ label }) => label,
      contentMessages.sameLink,
    ),
  }),
  searchEngines: v.object({
    title: textSchema(70),
    home: descriptionSchema,
    shop: descriptionSchema,
    licence: descriptionSchema,
    terms: descriptionSchema,
  }),
  guide: v.object({
    lead: textSchema(240),
    kinds: listSchema(
      v.object({
        name: textSchema(60),
        audience: textSchema(200),
        needs: textSchema(80),
        more: textSchema(240),
      }),
      [1, kinds],
      contentMessages.kinds,
      ({ name }) => name,
      contentMessages.sameKind,
    ),
  }),
  terms: v.object({
    ...pageEntries,
    restrictions: listSchema(
      v.object({ good: textSchema(160), bad: textSchema(160) }),
      [1, restrictions],
      contentMessages.restrictions,
      ({ good }) => good,
      contentMessages.sameRestriction,
    ),
  }),
  about: v.object({
    ...pageEntries,
    people: listSchema(
      v.object({
        name: textSchema(60),
        text: textSchema(600),
        picture: v.optional(logoSchema),
      }),
      [0, people],
      contentMessages.people,
      ({ name }) => name,
      contentMessages.samePerson,
    ),
  }),
  privacy: v.object(pageEntries),
  imprint: v.object(pageEntries),
  accessibility: v.object(pageEntries),
  mails: mailTextsSchema,
  look: colorsSchema,
};
