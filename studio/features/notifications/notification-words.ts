import type { MailTiming, NotificationKind } from '#contract/studio/notifications.ts';

/** What each kind is called, and what it includes. */
export const kindWords: Readonly<
  Record<NotificationKind, { readonly name: string; readonly note: string }>
> = {
  order: { name: 'New order', note: 'A buyer paid.' },
  account: { name: 'Account waiting', note: 'Somebody signed up and can’t pay until you approve.' },
  request: { name: 'Custom request', note: 'Somebody asks for a design of their own.' },
  review: {
    name: 'Order in review',
    note: 'A payment didn’t go as expected, is disputed, or a refund isn’t confirmed.',
  },
  mail: { name: 'Failed e-mail', note: 'An e-mail to a buyer failed for a quarter of an hour.' },
  backup: { name: 'Failed backup', note: 'The last backup couldn’t be made.' },
  storage: { name: 'Low disk space', note: 'Once a day while the shop’s disk is nearly full.' },
};

export const timingWords: Readonly<Record<MailTiming, string>> = {
  atOnce: 'At once',
  digest: 'Daily digest',
  off: 'Off',
};
