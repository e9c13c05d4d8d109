import type { ExpressionBuilder } from 'kysely';
import * as v from 'valibot';
import { createReplica, type Replica } from '#contract/catalogue/replica.ts';
import type { LicenseType } from '#contract/shop/account.ts';
import { isSoldTo } from '#contract/shop/is-sold-to.ts';
import { productPath, savedSearchesPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { publishedProducts } from '../../catalogue/queries.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import { newDesigns } from '../../platform/mail/news-letters.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { endingPath } from '../../platform/mail/unsubscribe-token.ts';
import type { Greeted } from '../../platform/mail/wording.ts';
import { isSubscribed, queuePushes } from '../../platform/push/push-devices.ts';
import type { PushWriter } from '../../platform/push/pusher.ts';
import type { Services } from '../../platform/services/services.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { filtersOf, searchLabels, searchPathOf, type WordsAndFilters } from './search-label.ts';

type NoticeServices = Pick<Services, 'database' | 'clock' | 'env' | 'signingKey'>;

/** How long a design has been published before buyers are told, so that the studio can correct it. */
const holdMs = 15 * 60_000;
/** The shortest time between two notices to a buyer. */
const pauseMs = 24 * 3_600_000;
/** How many new designs are compared at once; older ones of a larger import aren't told. */
const mostNew = 500;
/** How many titles a notice names for each search. */
const namedTitles = 3;

/** What a push needs to be written: the designs, and the search that found them if it was only one. */
const foundSchema = v.object({
  productIds: v.array(v.string()),
  search: v.nullable(v.object({ words: v.string(), filters: v.string() })),
});

/** A buyer with saved searches. */
interface Buyer extends Greeted {
  readonly id: string;
  readonly email: string;
  readonly licenseType: LicenseType;
}

/** A search of a buyer and the new designs that match it, never none. */
interface Hit {
  readonly search: WordsAndFilters & { readonly hasMail: number };
  readonly designs: readonly Product[];
}

/**
 * Compares the new designs with the saved searches of one buyer who may be told, and queues the notice. Returns
 * false if there is no such buyer.
 */
export async function queueNewDesigns(services: NoticeServices): Promise<boolean> {
  const { database, clock } = services;
  const until = new Date(clock().getTime() - holdMs).toISOString();
  const buyer = await nextBuyer(database.read, clock(), until);
  if (!buyer) return false;
  const hits = await compare(database.read, buyer, until);
  await makeChange(services, (change) => notify(change, services, buyer, hits, until));
  return true;
}

/** Whether the last notice to an account is long enough ago. */
function mayBeTold(row: ExpressionBuilder<Tables, 'accounts'>, now: Date) {
  const rested = new Date(now.getTime() - pauseMs).toISOString();
  return row.or([
    row('accounts.newDesignsToldAt', 'is', null),
    row('accounts.newDesignsToldAt', '<=', rested),
  ]);
}

/** A buyer with a search that wasn't compared with the newest designs, and who may be told now. */
async function nextBuyer(reader: Reader, now: Date, until: string): Promise<Buyer | undefined> {
  return reader
    .selectFrom('savedSearches as search')
    .innerJoin('accounts', 'accounts.id', 'search.accountId')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.firstName',
      'accounts.status',
      'accounts.licenseType',
    ])
    .where('search.checkedUntil', '<', (products) =>
      products
        .selectFrom('products')
        .select((row) => row.fn.max('publishedAt').as('newest'))
        .where('status', '=', 'published')
        .where('publishedAt', '<=', until),
    )
    .where((row) => mayBeTold(row, now))
    .where('accounts.status', '!=', 'rejected')
    .orderBy('search.checkedUntil')
    .limit(1)
    .executeTakeFirst();
}

/** The searches of a buyer that find new designs. */
async function compare(reader: Reader, buyer: Buyer, until: string): Promise<Hit[]> {
  const searches = await reader
    .selectFrom('savedSearches')
    .select(['words', 'filters', 'hasMail', 'checkedUntil'])
    .where('accountId', '=', buyer.id)
    .orderBy('createdAt')
    .execute();
  const since = searches.map(({ checkedUntil }) => checkedUntil).sort()[0] ?? until;
  const fresh = await designsBetween(reader, since, until);
  const sold = fresh.filter((design) => isSoldTo(buyer.licenseType, design));
  const replica = createReplica();
  replica.setSynonyms((await readSetting(reader, 'synonyms')).value);
  replica.apply(sold, []);
  return searches.flatMap((search) => {
    const designs = matches(replica, search).filter(
      ({ publishedAt }) => publishedAt > search.checkedUntil,
    );
    return designs.length > 0 ? [{ search, designs }] : [];
  });
}

/**
 * Records that the searches were compared, and tells the buyer. If another process has told the buyer in the
 * meantime, the searches stay as they are: the next comparison finds these designs again.
 */
async function notify(
  change: Change,
  services: NoticeServices,
  buyer: Buyer,
  hits: readonly Hit[],
  until: string,
): Promise<void> {
  const { tx, now } = change;
  const account = tx.selectFrom('accounts').select('id').where('id', '=', buyer.id);
  const isFree = await account.where((row) => mayBeTold(row, now)).executeTakeFirst();
  if (!isFree) return;
  const compared = await tx
    .updateTable('savedSearches')
    .set({ checkedUntil: until })
    .where('accountId', '=', buyer.id)
    .where('checkedUntil', '<', until)
    .returning('id')
    .execute();
  if (compared.length === 0 || hits.length === 0) return;
  const isMailed = buyer.status === 'approved' && hits.some(({ search }) => search.hasMail === 1);
  const isPushed = await isSubscribed(tx, buyer.id, 'newDesigns');
  if (!isMailed && !isPushed) return;
  await tx
    .updateTable('accounts')
    .set({ newDesignsToldAt: now.toISOString() })
    .where('id', '=', buyer.id)
    .execute();
  if (isPushed) await queuePushes(change, buyer.id, 'newDesigns', JSON.stringify(foundIn(hits)));
  if (isMailed) await mailTo(change, services, buyer, hits);
}

/** The designs published after `since`, until `until`, the newest first. */
async function designsBetween(reader: Reader, since: string, until: string): Promise<Product[]> {
  const rows = await reader
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'published')
    .where('publishedAt', '>', since)
    .where('publishedAt', '<=', until)
    .orderBy('publishedAt', 'desc')
    .orderBy('id')
    .limit(mostNew)
    .execute();
  return publishedProducts(
    reader,
    rows.map(({ id }) => id),
  );
}

/** The designs of a replica that a search finds, the newest first; at most as many as a page can have. */
function matches(replica: Replica, search: WordsAndFilters): readonly Product[] {
  const page = { page: 1, limit: limits.maxPageSize, sort: 'newest' } as const;
  const filters = filtersOf(search);
  if (!filters) return [];
  if (search.words === '') return replica.filter({ ...filters, ...page }).products;
  // All that it doesn't deny is no news.
  if (!replica.isWanting(search.words)) return [];
  const query = { ...filters, ...page, query: search.words, search: '' };
  const { products, exact } = replica.search(query);
  return products.slice(0, exact);
}

function foundIn(hits: readonly Hit[]): v.InferOutput<typeof foundSchema> {
  const [only, ...others] = hits;
  const productIds = idsOf(hits);
  const search =
    only && others.length === 0 ? { words: only.search.words, filters: only.search.filters } : null;
  return { productIds, search };
}

function idsOf(hits: readonly Hit[]): string[] {
  return [...new Set(hits.flatMap(({ designs }) => designs.map(({ _id }) => _id)))];
}

async function mailTo(
  change: Change,
  { env, signingKey }: NoticeServices,
  owner: Buyer,
  hits: readonly Hit[],
): Promise<void> {
  const { tx } = change;
  const mailed = hits.filter(({ search }) => search.hasMail === 1);
  const labelOf = await searchLabels(
    tx,
    mailed.map(({ search }) => search),
  );
  const [only, ...others] = mailed;
  const letter = newDesigns(await letterhead(tx, env), owner, {
    searches: mailed.map(({ search, designs }) => ({
      label: labelOf(search),
      titles: titlesOf(designs),
    })),
    count: idsOf(mailed).length,
    path: only && others.length === 0 ? searchPathOf(only.search) : savedSearchesPath,
    unsubscribePath: endingPath(signingKey, 'newDesigns', owner.id),
  });
  await queueMails(change, [owner], ({ email: recipient, id: accountId }) => {
    return { recipient, accountId, ...letter };
  });
}

/** The first titles, and how many more there are: `Foxes, Moons and 4 more`. */
function titlesOf(designs: readonly { readonly title: string }[]): string {
  const named = designs.slice(0, namedTitles).map(({ title }) => title);
  const left = designs.length - named.length;
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ');
}

/** Writes a push about new designs from current data; null if none of them is still sold. */
export const writeNewDesignsPush: PushWriter = async ({ database: { read } }, { detail }) => {
  const { productIds, search } = v.parse(foundSchema, JSON.parse(detail));
  const sold = await read
    .selectFrom('products')
    .select(['id', 'title'])
    .where('id', 'in', productIds)
    .where('status', '=', 'published')
    .orderBy('publishedAt', 'desc')
    .orderBy('id')
    .execute();
  const [first, ...others] = sold;
  if (!first) return null;
  const labelOf = await searchLabels(read, search ? [search] : []);
  const what = search ? labelOf(search) : 'your saved searches';
  if (others.length === 0) {
    return {
      title: `New: ${first.title}`,
      body: `It matches ${what}.`,
      path: productPath(first.id),
    };
  }
  return {
    title: `${sold.length} new designs for ${what}`,
    body: titlesOf(sold),
    path: search ? searchPathOf(search) : savedSearchesPath,
  };
};
