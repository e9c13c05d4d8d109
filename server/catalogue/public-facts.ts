import type { CatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { businessLink } from '#contract/shop/account.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import type { Terms } from '#contract/shop/content.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import type { SearchEngineTexts } from '#contract/studio/content.ts';
import { type CardHashes, licenceRegister } from '../licences/cards/register.ts';
import { textsInForce } from '../licences/stored-texts.ts';
import { changedColors } from '../platform/content/changed-colors.ts';
import { contentInForce, termsByVersion } from '../platform/content/stored-content.ts';
import type { Database } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import { readSetting, readTimeZone, type Settings } from '../platform/settings/settings.ts';
import { writtenPagesInForce } from '../platform/settings/written-pages.ts';
import { announcedSale } from './announced-sale.ts';
import { featuredImages } from './queries.ts';

/** The public data besides the designs. */
export type PublicFacts = Readonly<
  Pick<
    CallAnswers,
    | 'featuredImages'
    | 'licenceTexts'
    | 'licenceRegister'
    | 'customStatus'
    | 'shopSettings'
    | 'homeTexts'
    | 'writtenPages'
  > & {
    readonly synonyms: Settings['synonyms'];
    readonly searchEngineTexts: SearchEngineTexts;
    /** By the version under which buyers accepted them. */
    readonly terms: ReadonlyMap<string, Terms>;
    readonly termsInForce: CallAnswer<'terms'>;
  }
>;
type CallAnswers = { [N in CatalogueCall]: CallAnswer<N> };

export async function readFacts(
  database: Database,
  payments: ShopSettings['payments'],
  cardHashes: CardHashes,
  env: Pick<Env, 'timeZone'>,
): Promise<PublicFacts> {
  const timeZone = await readTimeZone(database.read, env);
  const [
    images,
    licences,
    register,
    synonyms,
    studio,
    customs,
    demo,
    content,
    terms,
    writtenPages,
    saleAnnouncement,
  ] = await Promise.all([
    featuredImages(database.read),
    textsInForce(database.read),
    licenceRegister(database.read, cardHashes, timeZone),
    readSetting(database.read, 'synonyms'),
    readSetting(database.read, 'studio'),
    readSetting(database.read, 'customStatus'),
    readSetting(database.read, 'demo'),
    contentInForce(database.read),
    termsByVersion(database.read),
    writtenPagesInForce(database.read, timeZone),
    announcedSale(database.read, timeZone),
  ]);
  const { hero, announcement, footer, featured, reminder, faq, services, guide } = content;
  const { searchEngines } = content;
  const look = changedColors(content.look);
  const { logo, mark = 'both' } = content.look;
  return {
    featuredImages: images,
    licenceTexts: { licenceTexts: Object.values(licences) },
    licenceRegister: register,
    synonyms: synonyms.value,
    searchEngineTexts: searchEngines,
    customStatus: { status: customs.value, updatedAt: customs.updatedAt },
    shopSettings: {
      ...studio.value,
      // It is linked on every page, so only a valid address counts, whoever wrote it.
      socialLink: businessLink(studio.value.socialLink) ?? '',
      licenceItems: licences.SMALL_BUSINESS.items,
      texts: {
        hero,
        announcement: saleAnnouncement ?? announcement,
        footer,
        featured,
        homeTitle: searchEngines.title.replaceAll('{shop}', () => studio.value.name),
        ...(Object.keys(look).length > 0 && { look }),
        ...(logo && { logo }),
        ...(mark !== 'both' && { mark }),
      },
      timeZone,
      payments,
      demo: demo.value,
    },
    homeTexts: { customs: content.customs, reminder, faq, services, guide },
    terms,
    writtenPages,
    termsInForce: { version: studio.value.termsVersion, terms: content.terms },
  };
}
