import type { AuditKind, AuditLine, AuditSubject } from '#contract/studio/audit.ts';

/** The kinds of actions, as the filter names them. */
export const kindNames: Readonly<Record<AuditKind, string>> = {
  designs: 'Designs, categories, collections and files',
  orders: 'Orders and refunds',
  buyers: 'Buyers',
  coupons: 'Coupons and sales',
  customs: 'Custom requests',
  front: 'Featured pictures',
  imports: 'Imports',
  shop: 'Settings, search words, licences, e-mails',
  staff: 'Staff and sign-ins',
  data: 'Exports and backups',
};

const screens: Readonly<Record<AuditSubject['kind'], ((id: string) => string) | null>> = {
  design: (id) => `/designs/${id}`,
  order: (id) => `/orders/${id}`,
  buyer: (id) => `/buyers/${id}`,
  coupon: (id) => `/coupons/${id}`,
  'custom request': (id) => `/customs/${id}`,
  import: (id) => `/imports/${id}`,
  'bulk change': (id) => `/designs/changes/${id}`,
  category: () => '/categories',
  collection: (id) => `/collections/${id}`,
  'staff member': null,
};

/** The screen of what something was done to; null if it has none. */
export function subjectPath({ kind, id }: AuditSubject): string | null {
  return screens[kind]?.(id) ?? null;
}

/** What a line's values say about something that no longer exists: its title, name, code or e-mail. */
export function formerName({ subjectId, before, after }: AuditLine): string {
  for (const field of ['title', 'name', 'code', 'email']) {
    const value = before?.[field] ?? after?.[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  // An id says nothing to a reader; the name of a table or a backup does.
  return /^[0-9a-f]{24}$/.test(subjectId) ? '' : subjectId;
}
