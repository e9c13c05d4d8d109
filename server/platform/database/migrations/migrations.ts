import type { Migration } from 'kysely/migration';
import * as baseline from './001-baseline.ts';
import * as leases from './004-leases.ts';
import * as unfinishedMoves from './006-unfinished-moves.ts';
import * as swatches from './007-swatches.ts';
import * as collections from './008-collections.ts';
import * as pricePromise from './009-price-promise.ts';
import * as licenceCards from './010-licence-cards.ts';
import * as cartDevices from './013-cart-devices.ts';
import * as savedSearches from './014-saved-searches.ts';
import * as collectionNames from './018-collection-names.ts';
import * as orderTexts from './019-order-texts.ts';
import * as licenceCounts from './020-licence-counts.ts';
import * as largeLists from './021-large-lists.ts';
import * as keptViews from './022-kept-views.ts';
import * as commits from './023-commits.ts';
import * as mailRounds from './024-mail-rounds.ts';
import * as buyerCounts from './025-buyer-counts.ts';
import * as yearlyLicences from './026-yearly-licences.ts';
import * as mailsDue from './027-mails-due.ts';
import * as orderTextsByAge from './028-order-texts-by-age.ts';
import * as addressesAsWords from './029-addresses-as-words.ts';
import * as textsOfDesigns from './031-texts-of-designs.ts';
import * as unsentMails from './032-unsent-mails.ts';
import * as subscribers from './033-subscribers.ts';
import * as changeMarks from './034-change-marks.ts';
import * as refusedOrders from './039-refused-orders.ts';
import * as mailsToEnd from './045-mails-to-end.ts';
import * as pictureGrounds from './048-picture-grounds.ts';
import * as searchedLetters from './056-searched-letters.ts';
import * as goneSubscriptions from './057-gone-subscriptions.ts';
import * as lettersOfDesigns from './058-letters-of-designs.ts';
import * as previewVersions from './061-preview-versions.ts';
import * as beginningsOfWords from './070-beginnings-of-words.ts';
import * as lettersOfTheActivityLog from './071-letters-of-the-activity-log.ts';
import * as miniatures from './073-miniatures.ts';
import * as actionKeys from './079-action-keys.ts';
import * as hdrPreviews from './081-hdr-previews.ts';
import * as cmykPreviews from './085-cmyk-previews.ts';
import * as commissions from './086-commissions.ts';
import * as commissionedDesigns from './090-commissioned-designs.ts';
import * as unansweredMails from './091-unanswered-mails.ts';
import * as notesOfCommissions from './094-notes-of-commissions.ts';
import * as paymentsOfCommissions from './095-payments-of-commissions.ts';
import * as receiptNumbers from './098-receipt-numbers.ts';
import * as addressesOfCollections from './099-addresses-of-collections.ts';
import * as requestLinks from './100-request-links.ts';
import * as papersInMails from './101-papers-in-mails.ts';
import * as deliveredParts from './102-delivered-parts.ts';
import * as threads from './103-threads.ts';
import * as buyersOnReceipts from './104-buyers-on-receipts.ts';
import * as feesOfPayments from './105-fees-of-payments.ts';
import * as practicePayments from './106-practice-payments.ts';
import * as threadMails from './107-thread-mails.ts';
import * as closedMonths from './108-closed-months.ts';

/** In order. A released migration is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-baseline': baseline,
  '004-leases': leases,
  '006-unfinished-moves': unfinishedMoves,
  '007-swatches': swatches,
  '008-collections': collections,
  '009-price-promise': pricePromise,
  '010-licence-cards': licenceCards,
  '013-cart-devices': cartDevices,
  '014-saved-searches': savedSearches,
  '018-collection-names': collectionNames,
  '019-order-texts': orderTexts,
  '020-licence-counts': licenceCounts,
  '021-large-lists': largeLists,
  '022-kept-views': keptViews,
  '023-commits': commits,
  '024-mail-rounds': mailRounds,
  '025-buyer-counts': buyerCounts,
  '026-yearly-licences': yearlyLicences,
  '027-mails-due': mailsDue,
  '028-order-texts-by-age': orderTextsByAge,
  '029-addresses-as-words': addressesAsWords,
  '031-texts-of-designs': textsOfDesigns,
  '032-unsent-mails': unsentMails,
  '033-subscribers': subscribers,
  '034-change-marks': changeMarks,
  '039-refused-orders': refusedOrders,
  '045-mails-to-end': mailsToEnd,
  '048-picture-grounds': pictureGrounds,
  '056-searched-letters': searchedLetters,
  '057-gone-subscriptions': goneSubscriptions,
  '058-letters-of-designs': lettersOfDesigns,
  '061-preview-versions': previewVersions,
  '070-beginnings-of-words': beginningsOfWords,
  '071-letters-of-the-activity-log': lettersOfTheActivityLog,
  '073-miniatures': miniatures,
  '079-action-keys': actionKeys,
  '081-hdr-previews': hdrPreviews,
  '085-cmyk-previews': cmykPreviews,
  '086-commissions': commissions,
  '090-commissioned-designs': commissionedDesigns,
  '091-unanswered-mails': unansweredMails,
  '094-notes-of-commissions': notesOfCommissions,
  '095-payments-of-commissions': paymentsOfCommissions,
  '098-receipt-numbers': receiptNumbers,
  '099-addresses-of-collections': addressesOfCollections,
  '100-request-links': requestLinks,
  '101-papers-in-mails': papersInMails,
  '102-delivered-parts': deliveredParts,
  '103-threads': threads,
  '104-buyers-on-receipts': buyersOnReceipts,
  '105-fees-of-payments': feesOfPayments,
  '106-practice-payments': practicePayments,
  '107-thread-mails': threadMails,
  '108-closed-months': closedMonths,
};
