import type { Content, ContentSection } from '#contract/studio/content.ts';
import type { ContentVersion } from '#contract/studio/content-calls.ts';
import { contentFields, contentWith } from '#contract/studio/content-fields.ts';
import type { StudioSearchWords } from '#contract/studio/keywords.ts';
import type { StoredText } from '#contract/studio/licences.ts';
import type { Seller } from '#contract/studio/seller.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { firstTexts } from '#server/licences/first-texts.ts';
import { firstContent, firstTermsVersion } from '#server/platform/content/first-content.ts';
import { colleague, refuseIfChanged, saveChanged } from './save-changed.ts';
import type { StudioHandlers } from './studio-handlers.ts';

/** What the studio has; a colleague's change is a change of it. */
export interface SavedTexts {
  readonly settings: StudioSettings;
  readonly seller: Seller;
  readonly searchWords: StudioSearchWords;
  /** The versions of each section, newest first. */
  readonly content: Readonly<Record<ContentSection, ContentVersion[]>>;
  /** Newest first. */
  readonly licences: StoredText[];
}

const anInstant = '2026-01-01T00:00:00.000Z';

export function firstSavedTexts(): SavedTexts {
  const { content, licences } = structuredClone({ content: firstContent, licences: firstTexts });
  const published = null;
  return {
    settings: {
      name: 'Pinwheel',
      designers: [{ name: 'Clementine Fox', email: 'clementine@pinwheel.example' }],
      socialLink: '',
      termsVersion: firstTermsVersion,
      savedAt: anInstant,
      timeZone: 'UTC',
      priceHoldHours: 24,
      cartMails: 'off',
    },
    seller: { name: '', address: '', taxId: '' },
    searchWords: { synonyms: [], savedAt: null },
    content: Object.fromEntries(
      Object.entries(content).map(([name, first]) => [
        name,
        [{ version: 1, content: first, published }],
      ]),
    ) as unknown as SavedTexts['content'],
    licences: Object.values(licences).map((text) => ({ ...text, published })),
  };
}

export function textHandlers(saved: SavedTexts): StudioHandlers {
  const { settings, seller, searchWords, content, licences } = saved;
  return {
    settings: () => settings,
    seller: () => seller,
    saveSeller({ body }) {
      saveChanged<Partial<Seller>>(seller, body);
      return seller;
    },
    saveSettings({ body }) {
      saveChanged<Partial<StudioSettings>>(settings, body);
      return Object.assign(settings, { savedAt: anInstant });
    },
    setPriceHold({ body: { from, priceHoldHours } }) {
      refuseIfChanged('priceHoldHours', settings.priceHoldHours, { from, to: priceHoldHours });
      return Object.assign(settings, { priceHoldHours });
    },
    setCartMails({ body: { from, cartMails } }) {
      refuseIfChanged('cartMails', settings.cartMails, { from, to: cartMails });
      return Object.assign(settings, { cartMails });
    },
    searchWords: () => searchWords,
    saveSearchWords({ body }) {
      saveChanged<Partial<StudioSearchWords>>(searchWords, body);
      return Object.assign(searchWords, { savedAt: anInstant });
    },
    contentSections: () => ({
      sections: Object.entries(content).flatMap(([section, [inForce]]) =>
        inForce ? [{ section: section as ContentSection, ...inForce }] : [],
      ),
    }),
    contentVersions: ({ params: { section } }) => ({ versions: content[section] }),
    publishContent: ({ body: { section, ...changed } }) => publish(saved, section, changed),
    publishTerms: ({ body }) => publish(saved, 'terms', body),
    allLicenceTexts: () => ({ texts: licences }),
    publishLicenceText({ body: { licenseType, base, changes } }) {
      const inForce = licences.find((text) => text.licenseType === licenseType);
      if (!inForce) throw new Error(`no text for ${licenseType}`);
      const next = { ...inForce };
      saveChanged<Partial<StoredText>>(next, { base, changes });
      licences.unshift({ ...next, version: `${inForce.version}-2`, published: byColleague });
      return { texts: licences };
    },
    cardKeys: () => ({ keys: [{ id: '0123abcd', createdAt: anInstant, retiredAt: null }] }),
  };
}

const byColleague = { at: anInstant, actor: colleague };

interface Changed {
  readonly base: object;
  readonly changes: object;
}

/** Puts a new version of a section in force. */
function publish({ content }: SavedTexts, section: ContentSection, changed: Changed) {
  const versions = content[section];
  const fields = { ...contentFields(section, versions[0]?.content) };
  saveChanged(fields, {
    base: contentFields(section, changed.base),
    changes: contentFields(section, changed.changes),
  });
  const next = contentWith(section, fields);
  versions.unshift({ version: versions.length + 1, content: next, published: byColleague });
  return { versions };
}

/** A colleague publishes a section. */
export function publishAsColleague<S extends ContentSection>(
  { content }: SavedTexts,
  section: S,
  next: (inForce: Content[S]) => Content[S],
): void {
  const versions = content[section];
  const inForce = next(versions[0]?.content as Content[S]);
  versions.unshift({ version: versions.length + 1, content: inForce, published: byColleague });
}
