import { migrationsOf, type Steps } from '../step.ts';
import type { RowsAfter, Table } from '../table.ts';
import * as baseline from './200-baseline.ts';
import * as timesOfMoves from './201-times-of-moves.ts';
import * as deletedRequests from './202-deleted-requests.ts';
import * as keptSellers from './203-kept-sellers.ts';
import * as fileChecksums from './204-file-checksums.ts';
import * as plannedPublications from './205-planned-publications.ts';
import * as shopSales from './206-shop-sales.ts';
import * as newsConsents from './207-news-consents.ts';
import * as newsletters from './208-newsletters.ts';
import * as reviews from './209-reviews.ts';
import * as licenceYears from './210-licence-years.ts';
import * as cartMails from './211-cart-mails.ts';
import * as colleagues from './212-colleagues.ts';
import * as namesOfReviews from './213-names-of-reviews.ts';
import * as reachOfNewsletters from './214-reach-of-newsletters.ts';
import * as importedConsents from './215-imported-consents.ts';
import * as practiceOrders from './216-practice-orders.ts';
import * as timesOfPayments from './217-times-of-payments.ts';
import * as leftNews from './218-left-news.ts';
import * as whoOrdered from './219-who-ordered.ts';

/** In order. A released step is never changed. `Tables` is inferred from them. */
export const steps = {
  '200-baseline': baseline,
  '201-times-of-moves': timesOfMoves,
  '202-deleted-requests': deletedRequests,
  '203-kept-sellers': keptSellers,
  '204-file-checksums': fileChecksums,
  '205-planned-publications': plannedPublications,
  '206-shop-sales': shopSales,
  '207-news-consents': newsConsents,
  '208-newsletters': newsletters,
  '209-reviews': reviews,
  '210-licence-years': licenceYears,
  '211-cart-mails': cartMails,
  '212-colleagues': colleagues,
  '213-names-of-reviews': namesOfReviews,
  '214-reach-of-newsletters': reachOfNewsletters,
  '215-imported-consents': importedConsents,
  '216-practice-orders': practiceOrders,
  '217-times-of-payments': timesOfPayments,
  '218-left-news': leftNews,
  '219-who-ordered': whoOrdered,
} as const satisfies Steps;

export const migrations = migrationsOf(steps);

/** Every table that isn't of one engine alone, each after those that it refers to. */
export const allTables: Readonly<Record<keyof RowsAfter<typeof steps>, Table>> = Object.assign(
  {},
  ...Object.values<Steps[string]>(steps).map(({ tables }) => tables),
);
