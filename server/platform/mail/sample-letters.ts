import { stopMailsPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { type MailName, type MailText, mailExamples } from '#contract/studio/mails.ts';
import { firstContent } from '../content/first-content.ts';
import {
  accountDecided,
  accountDeleted,
  emailChanged,
  emailRemoved,
  emailRestored,
  oneTimeCode,
  passwordChanged,
  registered,
} from './account-letters.ts';
import type { Letter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';
import { customsOpen, filesReplaced, fullCart } from './news-letters.ts';
import { downloadGiven, receipt, refunded } from './order-letters.ts';

const { name, order: orderNumber, design, reason, code } = mailExamples;
const owner = { firstName: name, status: 'approved' } as const;
const order = { id: '0'.repeat(24), orderNumber };
const item = {
  productName: design,
  price: 1250,
  discountedPrice: null,
  licenceItems: 100,
  collectionName: null,
};

/** Each mail to a buyer with example data, composed as a real one is. */
const samples: Readonly<Record<MailName, (head: Letterhead) => Letter>> = {
  receipt: (head) =>
    receipt(head, {
      ...order,
      customerName: name,
      paidAt: '2026-11-23T12:00:00.000Z',
      totalPrice: 1250,
      couponCode: null,
      couponDiscount: 0,
      quotePart: null,
      items: [{ ...item, licenseType: 'SMALL_BUSINESS' }],
    }),
  refunded: (head) =>
    refunded(head, {
      ...order,
      amount: { cents: 1250, currency: 'USD' },
      quotePart: null,
      revoked: [{ name: design, isStillLicensed: false }],
    }),
  downloadGiven: (head) => downloadGiven(head, { ...order, productName: design }),
  registered,
  approved: (head) => accountDecided(head, owner),
  rejected: (head) => accountDecided(head, { ...owner, status: 'rejected' }, reason),
  customsOpen: (head) => customsOpen(head, owner, stopMailsPath('customsOpen', 'test')),
  fullCart: (head) =>
    fullCart(head, owner, {
      designs: [{ label: design, path: paths.shop.path }],
      unsubscribePath: stopMailsPath('fullCart', 'test'),
    }),
  filesReplaced: (head) =>
    filesReplaced(head, owner, {
      title: design,
      files: mailExamples.files.split(', '),
      unsubscribePath: stopMailsPath('filesReplaced', 'test'),
    }),
  oneTimeCode: (head) => oneTimeCode(head, code),
  passwordChanged: (head) => passwordChanged(head, owner),
  emailChanged: (head) => emailChanged(head, owner, '/'),
  emailRestored: (head) => emailRestored(head, owner),
  emailRemoved,
  accountDeleted: (head) => accountDeleted(head, owner),
};

/** A mail to buyers with these words and example data. Its subject says that it is a test. */
export function sampleLetter(head: Letterhead, mail: MailName, text: MailText): Letter {
  const { mails = firstContent.mails } = head;
  const letter = samples[mail]({ ...head, mails: { ...mails, [mail]: text } });
  return { ...letter, subject: `Test: ${letter.subject}` };
}
