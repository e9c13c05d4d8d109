import { type AnswerOf, type InputOf, pathOf, type RequestOf } from '../wire/call.ts';
import { accountCalls } from './account.ts';
import { auditCalls } from './audit.ts';
import { bookCalls } from './books.ts';
import { bulkChangeCalls } from './bulk-changes.ts';
import { buyerCalls } from './buyers.ts';
import type { StudioCalls } from './call.ts';
import { collectionCalls } from './collections.ts';
import { commissionCalls } from './commissions.ts';
import { consentCalls } from './consents.ts';
import { contentCalls } from './content-calls.ts';
import { couponCalls } from './coupons.ts';
import { dataCalls } from './data.ts';
import { designCalls } from './design-calls.ts';
import { featuredImageCalls } from './featured-images.ts';
import { fileCalls } from './files.ts';
import { healthCalls } from './health.ts';
import { importCalls } from './imports.ts';
import { keywordCalls } from './keywords.ts';
import { licenceCalls } from './licences.ts';
import { logoCalls } from './look.ts';
import { messageCalls } from './messages.ts';
import { newsletterCalls } from './newsletters.ts';
import { notificationCalls } from './notifications.ts';
import { orderCalls } from './orders.ts';
import { ownAccountCalls } from './own-account.ts';
import { passwordResetCalls } from './password-reset.ts';
import { reportCalls } from './reports.ts';
import { reviewCalls } from './reviews.ts';
import { sellerCalls } from './seller.ts';
import { settingsCalls } from './settings.ts';
import { shopSaleCalls } from './shop-sales.ts';
import { teamCalls } from './team.ts';
import { todayCalls } from './today.ts';

/**
 * Every call of the studio. A table of its own, because the shop's bundle includes `contract/shop/calls.ts` and
 * would grow with each of these (decision 010).
 */
export const studioCalls = {
  ...accountCalls,
  ...passwordResetCalls,
  ...ownAccountCalls,
  ...teamCalls,
  ...todayCalls,
  ...reportCalls,
  ...reviewCalls,
  ...dataCalls,
  ...bookCalls,
  ...auditCalls,
  ...buyerCalls,
  ...orderCalls,
  ...settingsCalls,
  ...sellerCalls,
  ...notificationCalls,
  ...contentCalls,
  ...logoCalls,
  ...healthCalls,
  ...licenceCalls,
  ...fileCalls,
  ...designCalls,
  ...bulkChangeCalls,
  ...keywordCalls,
  ...shopSaleCalls,
  ...collectionCalls,
  ...couponCalls,
  ...featuredImageCalls,
  ...importCalls,
  ...commissionCalls,
  ...messageCalls,
  ...newsletterCalls,
  ...consentCalls,
} as const satisfies StudioCalls;

export type StudioCallName = keyof typeof studioCalls;

export type StudioCallInput<N extends StudioCallName> = InputOf<(typeof studioCalls)[N]>;

export type StudioCallRequest<N extends StudioCallName> = RequestOf<(typeof studioCalls)[N]>;

export type StudioCallAnswer<N extends StudioCallName> = AnswerOf<(typeof studioCalls)[N]>;

/** Base path of every studio call and of the studio's cookies. */
export const studioApiPath = '/api/studio';

/** The URL path of a call with its parameters filled in, without the host. */
export function studioCallPath(
  name: StudioCallName,
  params?: Readonly<Record<string, string>>,
): string {
  return pathOf(studioCalls[name], params);
}
