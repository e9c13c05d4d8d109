import * as v from 'valibot';

/**
 * The shop's own texts, as its pages read them. The studio writes and versions each section
 * (contract/studio/content.ts has the limits); server/platform/content has the first version.
 */

/** The home page's opening words; its title and text are painted before any script runs. */
export const heroSchema = v.object({ sticker: v.string(), title: v.string(), text: v.string() });
export type Hero = v.InferOutput<typeof heroSchema>;

/**
 * The strip on top of every page. `link`: a path of the shop or a web address; empty: the studio's social
 * network. `aloneText` and `aloneLabel` take the place of the others, with a link to the designs, while
 * `link` is empty and the studio is on no social network.
 */
export const announcementSchema = v.object({
  text: v.string(),
  label: v.string(),
  link: v.string(),
  aloneText: v.string(),
  aloneLabel: v.string(),
});
export type Announcement = v.InferOutput<typeof announcementSchema>;

/** The footer's words about the shop, and links to other places on the web. */
export const footerSchema = v.object({
  about: v.string(),
  follow: v.string(),
  links: v.array(v.object({ label: v.string(), url: v.string() })),
});
export type FooterTexts = v.InferOutput<typeof footerSchema>;

/** `byMailAlone` is shown instead of the answer if the studio is on no social network; empty: the answer. */
export const faqSchema = v.object({
  title: v.string(),
  entries: v.array(v.object({ question: v.string(), answer: v.string(), byMailAlone: v.string() })),
});
export type Faq = v.InferOutput<typeof faqSchema>;

/** The drawings beside a service. */
export const serviceDrawings = ['branding', 'seamless'] as const;

export const servicesSchema = v.object({
  title: v.string(),
  services: v.array(
    v.object({
      name: v.string(),
      text: v.string(),
      parts: v.array(v.string()),
      drawing: v.picklist(serviceDrawings),
    }),
  ),
});
export type Services = v.InferOutput<typeof servicesSchema>;

/** Titled texts. */
export const sectionsSchema = v.array(v.object({ title: v.string(), text: v.string() }));

/**
 * The terms and conditions. A section's text has an empty line between paragraphs, `- ` before each item of a
 * list, `**bold**`, `[label](link)` and `{items}` for the number of goods that a licence covers.
 */
export const termsSchema = v.object({
  lead: v.string(),
  sections: sectionsSchema,
  restrictions: v.array(v.object({ good: v.string(), bad: v.string() })),
});
export type Terms = v.InferOutput<typeof termsSchema>;

/** The terms under one version, by default the one that buyers accept now. */
export const termsAnswerSchema = v.object({ version: v.string(), terms: termsSchema });

export const termsQuerySchema = v.object({
  version: v.optional(v.pipe(v.string(), v.maxLength(40)), ''),
});

/** Which licence each kind of shop needs. `{items}` is the number of goods that a licence covers. */
export const guideSchema = v.object({
  lead: v.string(),
  kinds: v.array(
    v.object({ name: v.string(), audience: v.string(), needs: v.string(), more: v.string() }),
  ),
});
export type Guide = v.InferOutput<typeof guideSchema>;

/** The line below the title of the home page's featured pictures. */
export const featuredTextSchema = v.object({ text: v.string() });
export type FeaturedText = v.InferOutput<typeof featuredTextSchema>;

/** What pages show as the shop's brand: its picture and its name, or one of them. */
export const marks = ['both', 'picture', 'name'] as const;
export const markSchema = v.picklist(marks);

/** The shop's logo. `hash` is of the uploaded file; the size is that of its WebP, in px. */
export const logoSchema = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  width: v.pipe(v.number(), v.integer(), v.minValue(1)),
  height: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type Logo = v.InferOutput<typeof logoSchema>;

/** The logo, and how pages show it. Without one, the picture is the pinwheel; without `mark`, both are shown. */
export const brandSchema = v.object({
  logo: v.optional(logoSchema),
  mark: v.optional(markSchema),
});
export type Brand = v.InferOutput<typeof brandSchema>;

/** The texts that every page needs for its first paint. They travel with the shop's settings. */
export const frameTextsSchema = v.object({
  hero: heroSchema,
  announcement: announcementSchema,
  footer: footerSchema,
  /** Missing in answers of an older server, as is `homeTitle`. */
  featured: v.optional(featuredTextSchema),
  /** The home page's title in the browser's tab and in search results. */
  homeTitle: v.optional(v.string()),
  /** Colours that aren’t those of tokens.css (contract/shop/look.ts). Missing: none. */
  look: v.optional(v.record(v.string(), v.string())),
  ...brandSchema.entries,
});

/** A title with a text below it. */
const titledSchema = v.object({ title: v.string(), text: v.string() });
export type TitledText = v.InferOutput<typeof titledSchema>;

/** The texts further down the home page and on the licence page. The optional ones are missing in answers of an older server. */
export const homeTextsSchema = v.object({
  customs: v.optional(titledSchema),
  reminder: v.optional(titledSchema),
  faq: faqSchema,
  services: servicesSchema,
  guide: v.optional(guideSchema),
});
