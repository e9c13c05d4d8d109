import type { MailTiming, NotificationKind } from '#contract/studio/notifications.ts';

/** What each kind is called, and what it includes. */
export const kindWords: Readonly<
  Record<NotificationKind, { readonly name: string; readonly note: string }>
> = {
  order: { name: 'New order', note: 'A buyer paid.' },
  account: { name: 'Account waiting', note: 'Somebody signed up and can’t pay until you approve.' },
  request: {
    name: 'Custom request or message',
    note: 'Someone requested a custom design, or wrote to you.',
  },
  review: {
    name: 'Order in review',
    note: 'A payment didn’t go as expected, is disputed, or a refund isn’t confirmed.',
  },
  payments: {
    name: 'Payments refused',
    note: 'PayPal refuses payments or refunds because of the shop’s account.',
  },
  mail: { name: 'Failed e-mail', note: 'An e-mail to a buyer has been failing for 15 minutes.' },
  backup: { name: 'Failed backup', note: 'The last backup couldn’t be made.' },
  storage: { name: 'Low disk space', note: 'Once a day while the shop’s disk is nearly full.' },
};

export const timingWords: Readonly<Record<MailTiming, string>> = {
  atOnce: 'Immediately',
  digest: 'Daily digest',
  off: 'Off',
};
