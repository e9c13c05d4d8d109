import type { ReactNode } from 'react';
import type { Content, ContentSection } from '#contract/studio/content.ts';
import type { Look } from '#contract/studio/look.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { CustomBannerView } from '#features/home/custom-banner-view.tsx';
import { Faq } from '#features/home/faq.tsx';
import { FeaturedHeading } from '#features/home/featured-heading.tsx';
import { Hero } from '#features/home/hero.tsx';
import { Services } from '#features/home/services.tsx';
import { TermsReminder } from '#features/home/terms-reminder.tsx';
import { Footer } from '#features/storefront/footer.tsx';
import { PromoStrip } from '#features/storefront/promo-strip.tsx';
import type { Draft, FieldSpecs } from './content-fields.ts';
import { GuidePreview } from './guide-preview.tsx';
import { LookContrast } from './look-contrast.tsx';
import { lookFields } from './look-fields.ts';
import { LookPreview } from './look-preview.tsx';
import { mailFields } from './mail-fields.ts';
import { MailPreview } from './mail-preview.tsx';
import { MailTest } from './mail-test.tsx';
import { SearchResultPreview } from './search-result-preview.tsx';
import { TermsPreview } from './terms-preview.tsx';
import { WrittenPreview } from './written-preview.tsx';

interface SectionSpec<S extends ContentSection> {
  readonly label: string;
  /** Where the shop shows it. */
  readonly text: string;
  readonly fields: FieldSpecs & Readonly<Record<keyof Content[S], FieldSpecs[string]>>;
  /** The section as the shop shows it. */
  readonly preview: (content: Content[S], settings: StudioSettings, look: Look) => ReactNode;
  /** The fields are short and stand beside one another. */
  readonly isGrid?: true;
  /** What the editor shows about the draft below its fields. */
  readonly remarks?: (draft: Draft, onChange: (draft: Draft) => void) => ReactNode;
}

const noSuggestions = async () => ({ default: () => null });

const linkHint = 'A path such as /shop or a web address.';

const descriptionHint = 'Search engines show about 155 characters.';

const markedHint =
  'Leave an empty line between paragraphs. Start each line of a list with “- ”. **Bold words**, [a link](/licence). {items} is the number of items a licence covers.';

const sectionsField = {
  kind: 'list',
  label: 'Sections',
  item: 'section',
  fields: {
    title: { kind: 'line', label: 'Section title' },
    text: { kind: 'text', label: 'Section text', hint: markedHint, rows: 8 },
  },
  added: { title: '', text: '' },
} as const;

const pageFields = {
  lead: {
    kind: 'text',
    label: 'Introduction',
    hint: 'In this text and the sections, {shop} is the shop’s name; {seller} and {address} are those of receipts, in the settings.',
  },
  sections: sectionsField,
} as const;

/** How each section is named, edited and previewed. */
export const sections: { readonly [S in ContentSection]: SectionSpec<S> } = {
  announcement: {
    label: 'Announcement',
    text: 'The strip on top of every page. While a sale runs, it says that instead.',
    fields: {
      text: { kind: 'line', label: 'Text', hint: 'Narrow screens cut off text that doesn’t fit.' },
      label: { kind: 'line', label: 'Link text' },
      link: {
        kind: 'line',
        label: 'Link',
        hint: `${linkHint} Leave empty for your social network.`,
        isOptional: true,
      },
      aloneText: {
        kind: 'line',
        label: 'Text without a social network',
        hint: 'Shown if there is no link and the settings name no social network.',
      },
      aloneLabel: { kind: 'line', label: 'Link text without a social network' },
    },
    preview: (content, { socialLink }) => <PromoStrip texts={content} socialLink={socialLink} />,
  },
  hero: {
    label: 'Opening',
    text: 'The first words on the home page.',
    fields: {
      title: { kind: 'line', label: 'Title' },
      text: { kind: 'text', label: 'Text' },
      sticker: { kind: 'line', label: 'Sticker', hint: 'The small label above the title.' },
    },
    preview: (content) => <Hero words={content} loadSuggestions={noSuggestions} />,
  },
  featured: {
    label: 'Featured pictures',
    text: 'The line above the featured pictures on the home page. The pictures have a screen of their own.',
    fields: { text: { kind: 'line', label: 'Text' } },
    preview: ({ text }) => (
      <div className="page">
        <FeaturedHeading text={text} />
      </div>
    ),
  },
  customs: {
    label: 'Custom designs',
    text: 'The banner about custom requests on the home page.',
    fields: {
      title: { kind: 'line', label: 'Title' },
      text: { kind: 'text', label: 'Text' },
    },
    preview: ({ title, text }) => <CustomBannerView title={title} isOpen news={<p>{text}</p>} />,
  },
  reminder: {
    label: 'Reminder of the terms',
    text: 'What the home page says about licences, above the button to the terms.',
    fields: {
      title: { kind: 'line', label: 'Title' },
      text: { kind: 'text', label: 'Text' },
    },
    preview: (content) => <TermsReminder texts={content} />,
  },
  services: {
    label: 'Services',
    text: 'What you draw to order, on the home page.',
    fields: {
      title: { kind: 'line', label: 'Title' },
      services: {
        kind: 'list',
        label: 'Services',
        item: 'service',
        fields: {
          name: { kind: 'line', label: 'Name' },
          text: { kind: 'text', label: 'Text' },
          parts: { kind: 'lines', label: 'What is included', hint: 'One per line.' },
          drawing: {
            kind: 'choice',
            label: 'Drawing',
            options: [
              { value: 'branding', label: 'Cards and stickers' },
              { value: 'seamless', label: 'A roll of fabric' },
            ],
          },
        },
        added: { name: '', text: '', parts: [], drawing: 'branding' },
      },
    },
    preview: (content) => <Services texts={content} />,
  },
  faq: {
    label: 'Questions and answers',
    text: 'The frequently asked questions on the home page.',
    fields: {
      title: { kind: 'line', label: 'Title' },
      entries: {
        kind: 'list',
        label: 'Questions',
        item: 'question',
        fields: {
          question: { kind: 'line', label: 'Question' },
          answer: { kind: 'text', label: 'Answer' },
          byMailAlone: {
            kind: 'text',
            label: 'Answer without a social network',
            hint: 'Shown instead while the settings name no social network. Leave empty for the same answer.',
            isOptional: true,
          },
        },
        added: { question: '', answer: '', byMailAlone: '' },
      },
    },
    preview: (content, { socialLink }) => <Faq texts={content} isByMailAlone={socialLink === ''} />,
  },
  footer: {
    label: 'Footer',
    text: 'The bottom of every page. The name, the designers and the social network are in the settings.',
    fields: {
      about: { kind: 'text', label: 'About the shop' },
      follow: { kind: 'line', label: 'Link to your social network' },
      links: {
        kind: 'list',
        label: 'More links',
        hint: 'For instance to other social networks.',
        item: 'link',
        fields: {
          label: { kind: 'line', label: 'Text' },
          url: { kind: 'line', label: 'Link', hint: linkHint },
        },
        added: { label: '', url: '' },
      },
    },
    preview: (content, settings, look) => (
      <Footer settings={settings} texts={content} look={look} />
    ),
  },
  searchEngines: {
    label: 'Search engines',
    text: 'What search engines and shared links say about the shop. A design is described by its own title, price and text.',
    fields: {
      title: {
        kind: 'line',
        label: 'Title of the home page',
        hint: '{shop} is the shop’s name. Search engines show about 60 characters.',
      },
      home: { kind: 'text', label: 'Home page', hint: descriptionHint },
      shop: { kind: 'text', label: 'All designs', hint: descriptionHint },
      licence: { kind: 'text', label: 'Licences', hint: descriptionHint },
      terms: { kind: 'text', label: 'Terms and conditions', hint: descriptionHint },
    },
    preview: (content, { name }) => <SearchResultPreview texts={content} shop={name} />,
  },
  guide: {
    label: 'Which licence fits',
    text: 'The cards on the licence page.',
    fields: {
      lead: { kind: 'text', label: 'Introduction' },
      kinds: {
        kind: 'list',
        label: 'Kinds of shops',
        hint: '{items} is the number of items a licence covers.',
        item: 'kind of shop',
        fields: {
          name: { kind: 'line', label: 'Name' },
          audience: { kind: 'text', label: 'Who it is' },
          needs: { kind: 'line', label: 'Licence it needs' },
          more: { kind: 'text', label: 'What else to know' },
        },
        added: { name: '', audience: '', needs: '', more: '' },
      },
    },
    preview: (content) => <GuidePreview guide={content} />,
  },
  terms: {
    label: 'Terms and conditions',
    text: 'What buyers accept at checkout. Earlier purchases keep the version they were made under.',
    fields: {
      lead: { kind: 'text', label: 'Introduction' },
      sections: sectionsField,
      restrictions: {
        kind: 'list',
        label: 'Restrictions at a glance',
        item: 'row',
        fields: {
          good: { kind: 'line', label: 'Please do' },
          bad: { kind: 'line', label: 'Please don’t' },
        },
        added: { good: '', bad: '' },
      },
    },
    preview: (content, settings) => <TermsPreview terms={content} settings={settings} />,
  },
  about: {
    label: 'About us',
    text: 'Who is behind the shop, on a page of its own.',
    fields: {
      ...pageFields,
      people: {
        kind: 'list',
        label: 'People',
        hint: 'Without any, the page names the designers of the settings.',
        item: 'person',
        fields: {
          name: { kind: 'line', label: 'Name' },
          text: { kind: 'text', label: 'Who they are' },
          picture: {
            kind: 'logo',
            label: 'Face',
            noun: 'picture',
            hint: 'A square PNG, WebP, JPEG or SVG of up to 5 MB.',
          },
        },
        added: { name: '', text: '' },
      },
    },
    preview: (content, settings) => (
      <WrittenPreview name="about" page={content} settings={settings} />
    ),
  },
  privacy: {
    label: 'Privacy',
    text: 'What the shop stores about buyers. The first version says what it does; add what is special about yours.',
    fields: pageFields,
    preview: (content, settings) => (
      <WrittenPreview name="privacy" page={content} settings={settings} />
    ),
  },
  imprint: {
    label: 'Imprint',
    text: 'Who runs the shop, with the name and the address of your receipts.',
    fields: pageFields,
    preview: (content, settings) => (
      <WrittenPreview name="imprint" page={content} settings={settings} />
    ),
  },
  accessibility: {
    label: 'Accessibility',
    text: 'What is checked, what doesn’t work yet, and how buyers tell you.',
    fields: pageFields,
    preview: (content, settings) => (
      <WrittenPreview name="accessibility" page={content} settings={settings} />
    ),
  },
  mails: {
    label: 'E-mails to buyers',
    text: 'Subject and text. The shop adds buttons, prices and licences itself, and greets an account that isn’t approved without its name.',
    fields: mailFields,
    preview: (content, { name }) => <MailPreview texts={content} shop={name} />,
    remarks: (draft) => <MailTest draft={draft} />,
  },
  look: {
    label: 'Look',
    text: 'The logo and the colours of the shop, the installed app and the e-mails.',
    fields: lookFields,
    isGrid: true,
    preview: (content, settings) => <LookPreview look={content} settings={settings} />,
    remarks: (draft, onChange) => (
      <LookContrast
        draft={draft}
        onChoose={(name, color) => onChange({ ...draft, [name]: color })}
      />
    ),
  },
};
