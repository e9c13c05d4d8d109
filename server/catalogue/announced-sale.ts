import type { Announcement } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Reader } from '../platform/database/open.ts';
import { lastMoment } from './shop-sales.ts';

/**
 * What the strip on top of every page says of the sale that is running, the one with the most off if there are several;
 * null without one. It changes with `turnShopSales`.
 */
export async function announcedSale(
  reader: Reader,
  timeZone: string,
): Promise<Announcement | null> {
  const sale = await reader
    .selectFrom('shopSales')
    .select(['name', 'percent', 'endsAt', 'isForAll'])
    .whereRef('turnsAt', '=', 'endsAt')
    .orderBy('percent', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!sale) return null;
  const { name, percent, endsAt, isForAll } = sale;
  const what = isForAll === 1 ? '' : ' some designs';
  const text = `${name} · ${percent}% off${what} until ${lastDay(endsAt, timeZone)}`;
  const label = 'Shop now';
  return { text, label, link: paths.shop.path, aloneText: text, aloneLabel: label };
}

/** The last day before an instant: `Dec 6`, which fits on a phone. */
function lastDay(endsAt: string, timeZone: string): string {
  const words = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone });
  return words.format(lastMoment(endsAt));
}
