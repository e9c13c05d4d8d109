import type { Migration } from 'kysely/migration';
import * as first from './001-first.ts';
import * as accounts from './002-accounts.ts';
import * as wishlistsCouponsCustoms from './003-wishlists-coupons-customs.ts';
import * as mailsOfAccounts from './004-mails-of-accounts.ts';
import * as customsNews from './005-customs-news.ts';
import * as studioAccounts from './006-studio-accounts.ts';
import * as designs from './007-designs.ts';
import * as designFiles from './008-design-files.ts';
import * as refunds from './009-refunds.ts';
import * as couponSwitch from './010-coupon-switch.ts';
import * as imports from './012-imports.ts';
import * as customDesk from './013-custom-desk.ts';
import * as pushDevices from './014-push-devices.ts';
import * as soldOrders from './015-sold-orders.ts';
import * as licenceTexts from './016-licence-texts.ts';
import * as couponVersion from './017-coupon-version.ts';
import * as namesOfFiles from './018-names-of-files.ts';
import * as newsInMails from './019-news-in-mails.ts';
import * as keywords from './020-keywords.ts';
import * as providerPolls from './021-provider-polls.ts';
import * as knownDevices from './024-known-devices.ts';
import * as emailUndos from './025-email-undos.ts';
import * as answersByAge from './026-answers-by-age.ts';
import * as keywordsOfRows from './028-keywords-of-rows.ts';
import * as priceDrops from './029-price-drops.ts';
import * as auditNames from './030-audit-names.ts';
import * as studioNotifications from './031-studio-notifications.ts';
import * as staffRoles from './033-staff-roles.ts';
import * as staffRecovery from './034-staff-recovery.ts';
import * as textSearch from './035-text-search.ts';
import * as reports from './036-reports.ts';
import * as importsByDesign from './037-imports-by-design.ts';
import * as bulkChanges from './038-bulk-changes.ts';
import * as shopTexts from './039-shop-texts.ts';
import * as termsVersions from './040-terms-versions.ts';
import * as licenceItems from './041-licence-items.ts';
import * as noticedMails from './042-noticed-mails.ts';
import * as figures from './043-figures.ts';
import * as importChoices from './044-import-choices.ts';

/** In order. A landed migration is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-first': first,
  '002-accounts': accounts,
  '003-wishlists-coupons-customs': wishlistsCouponsCustoms,
  '004-mails-of-accounts': mailsOfAccounts,
  '005-customs-news': customsNews,
  '006-studio-accounts': studioAccounts,
  '007-designs': designs,
  '008-design-files': designFiles,
  '009-refunds': refunds,
  '010-coupon-switch': couponSwitch,
  '012-imports': imports,
  '013-custom-desk': customDesk,
  '014-push-devices': pushDevices,
  '015-sold-orders': soldOrders,
  '016-licence-texts': licenceTexts,
  '017-coupon-version': couponVersion,
  '018-names-of-files': namesOfFiles,
  '019-news-in-mails': newsInMails,
  '020-keywords': keywords,
  '021-provider-polls': providerPolls,
  '024-known-devices': knownDevices,
  '025-email-undos': emailUndos,
  '026-answers-by-age': answersByAge,
  '028-keywords-of-rows': keywordsOfRows,
  '029-price-drops': priceDrops,
  '030-audit-names': auditNames,
  '031-studio-notifications': studioNotifications,
  '033-staff-roles': staffRoles,
  '034-staff-recovery': staffRecovery,
  '035-text-search': textSearch,
  '036-reports': reports,
  '037-imports-by-design': importsByDesign,
  '038-bulk-changes': bulkChanges,
  '039-shop-texts': shopTexts,
  '040-terms-versions': termsVersions,
  '041-licence-items': licenceItems,
  '042-noticed-mails': noticedMails,
  '043-figures': figures,
  '044-import-choices': importChoices,
};
