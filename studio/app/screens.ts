import { type ComponentType, lazy } from 'react';
import type { StudioAccess } from '#contract/studio/call.ts';
import type { MenuIconName } from './menu-icon.tsx';
import type { Waiting } from './use-waiting.ts';

interface StudioScreen {
  /** Below /studio. */
  readonly path: string;
  readonly Screen: ComponentType;
  /** The screen's name in the menu; null: it is reached from another screen. */
  readonly menu: {
    readonly label: string;
    readonly icon: MenuIconName;
    /** The count of waiting work shown in the menu. */
    readonly waiting?: keyof Waiting;
    /** A line separates it from the entries before. */
    readonly isApart?: true;
  } | null;
  /** Who sees the screen: those who may make the call without which it is of no use; `studio` by default. */
  readonly access?: StudioAccess;
}

/** All screens of the studio, in the order of the menu. */
export const screens: readonly StudioScreen[] = [
  {
    path: '/today',
    Screen: lazy(() => import('../features/today/today-screen.tsx')),
    menu: { label: 'Today', icon: 'sun' },
  },
  {
    path: '/designs',
    Screen: lazy(() => import('../features/designs/designs-screen.tsx')),
    menu: { label: 'Designs', icon: 'patches' },
  },
  {
    path: '/designs/new',
    Screen: lazy(() => import('../features/designs/new-design-screen.tsx')),
    menu: null,
  },
  {
    path: '/designs/table',
    Screen: lazy(() => import('../features/designs/bulk/design-table-screen.tsx')),
    menu: null,
  },
  {
    path: '/designs/changes',
    Screen: lazy(() => import('../features/designs/bulk/bulk-changes-screen.tsx')),
    menu: null,
  },
  {
    path: '/designs/changes/:changeId',
    Screen: lazy(() => import('../features/designs/bulk/bulk-change-screen.tsx')),
    menu: null,
  },
  {
    path: '/designs/:id',
    Screen: lazy(() => import('../features/designs/design-screen.tsx')),
    menu: null,
  },
  {
    path: '/designs/:id/preview',
    Screen: lazy(() => import('../features/designs/preview-screen.tsx')),
    menu: null,
  },
  {
    path: '/categories',
    Screen: lazy(() => import('../features/designs/categories-screen.tsx')),
    menu: { label: 'Categories', icon: 'folder' },
  },
  {
    path: '/collections',
    Screen: lazy(() => import('../features/collections/collections-screen.tsx')),
    menu: { label: 'Collections', icon: 'stack' },
  },
  {
    path: '/collections/:id',
    Screen: lazy(() => import('../features/collections/collection-screen.tsx')),
    menu: null,
  },
  {
    path: '/imports',
    Screen: lazy(() => import('../features/imports/imports-screen.tsx')),
    menu: { label: 'Imports', icon: 'tray' },
  },
  {
    path: '/imports/files',
    Screen: lazy(() => import('../features/imports/files/match-files-screen.tsx')),
    menu: null,
  },
  {
    path: '/imports/:importId',
    Screen: lazy(() => import('../features/imports/import-screen.tsx')),
    menu: null,
  },
  {
    path: '/orders',
    Screen: lazy(() => import('../features/orders/orders-screen.tsx')),
    menu: { label: 'Orders', icon: 'receipt', waiting: 'orders' },
  },
  {
    path: '/orders/:id',
    Screen: lazy(() => import('../features/orders/order-screen.tsx')),
    menu: null,
  },
  {
    path: '/buyers',
    Screen: lazy(() => import('../features/buyers/buyers-screen.tsx')),
    menu: { label: 'Buyers', icon: 'user', waiting: 'buyers' },
  },
  {
    path: '/buyers/:id',
    Screen: lazy(() => import('../features/buyers/buyer-screen.tsx')),
    menu: null,
  },
  {
    path: '/customs',
    Screen: lazy(() => import('../features/commissions/commissions-screen.tsx')),
    menu: { label: 'Custom requests', icon: 'pencil', waiting: 'customs' },
  },
  {
    path: '/customs/:id',
    Screen: lazy(() => import('../features/commissions/custom-request-screen.tsx')),
    menu: null,
  },
  {
    path: '/messages',
    Screen: lazy(() => import('../features/messages/inbox-screen.tsx')),
    menu: { label: 'Messages', icon: 'speech', waiting: 'threads' },
  },
  {
    path: '/messages/:id',
    Screen: lazy(() => import('../features/messages/thread-screen.tsx')),
    menu: null,
  },
  {
    path: '/reviews',
    Screen: lazy(() => import('../features/reviews/reviews-screen.tsx')),
    menu: { label: 'Reviews', icon: 'star', waiting: 'designReviews' },
  },
  {
    path: '/news',
    Screen: lazy(() => import('../features/newsletters/newsletters-screen.tsx')),
    menu: { label: 'News', icon: 'letter' },
  },
  {
    path: '/news/import',
    Screen: lazy(() => import('../features/newsletters/import-consents-screen.tsx')),
    menu: null,
    access: 'owner',
  },
  {
    path: '/news/:id',
    Screen: lazy(() => import('../features/newsletters/newsletter-screen.tsx')),
    menu: null,
  },
  {
    path: '/coupons',
    Screen: lazy(() => import('../features/coupons/coupons-screen.tsx')),
    menu: { label: 'Coupons', icon: 'tag' },
  },
  {
    path: '/coupons/new',
    Screen: lazy(() => import('../features/coupons/new-coupon-screen.tsx')),
    menu: null,
  },
  {
    path: '/coupons/sales',
    Screen: lazy(() => import('../features/coupons/sales-screen.tsx')),
    menu: null,
  },
  {
    path: '/coupons/:id',
    Screen: lazy(() => import('../features/coupons/coupon-screen.tsx')),
    menu: null,
  },
  {
    path: '/front',
    Screen: lazy(() => import('../features/featured-images/featured-images-screen.tsx')),
    menu: { label: 'Featured pictures', icon: 'picture', isApart: true },
  },
  {
    path: '/texts',
    Screen: lazy(() => import('../features/content/content-screen.tsx')),
    menu: { label: 'Shop texts', icon: 'lines' },
  },
  {
    path: '/texts/:section',
    Screen: lazy(() => import('../features/content/section-screen.tsx')),
    menu: null,
  },
  {
    path: '/licences',
    Screen: lazy(() => import('../features/licences/licences-screen.tsx')),
    menu: { label: 'Licence texts', icon: 'page' },
  },
  {
    path: '/licences/:licenseType/new',
    Screen: lazy(() => import('../features/licences/new-licence-screen.tsx')),
    menu: null,
    access: 'owner',
  },
  {
    path: '/licences/:licenseType/:version',
    Screen: lazy(() => import('../features/licences/licence-text-screen.tsx')),
    menu: null,
  },
  {
    path: '/search-words',
    Screen: lazy(() => import('../features/search-words/search-words-screen.tsx')),
    menu: { label: 'Search words', icon: 'lens' },
  },
  {
    path: '/notifications',
    Screen: lazy(() => import('../features/notifications/notifications-screen.tsx')),
    menu: { label: 'Notifications', icon: 'bell', isApart: true },
  },
  {
    path: '/settings',
    Screen: lazy(() => import('../features/settings/settings-screen.tsx')),
    menu: { label: 'Settings', icon: 'sliders' },
    access: 'owner',
  },
  {
    path: '/team',
    Screen: lazy(() => import('../features/team/team-screen.tsx')),
    menu: { label: 'Team', icon: 'people', waiting: 'resets' },
    access: 'owner',
  },
  {
    path: '/account',
    Screen: lazy(() => import('../features/own-account/own-account-screen.tsx')),
    menu: null,
  },
  {
    path: '/health',
    Screen: lazy(() => import('../features/health/health-screen.tsx')),
    menu: { label: 'Health check', icon: 'pulse' },
  },
  {
    path: '/data',
    Screen: lazy(() => import('../features/exports/data-screen.tsx')),
    menu: { label: 'Data', icon: 'drum' },
    access: 'owner',
  },
  {
    path: '/done',
    Screen: lazy(() => import('../features/audit/audit-screen.tsx')),
    menu: { label: 'Activity log', icon: 'clock' },
  },
];

/** Where a sign-in and every unknown URL lead. */
export const firstScreen = '/today';
