import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import type { BulkChange } from '#contract/studio/bulk-changes.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { fakeWindow } from '#tests/support/fake-window.ts';
import { type StudioAnswers, shownInStudio } from '#tests/support/shown-in-studio.ts';

vi.stubGlobal('window', fakeWindow('/studio/'));

const nothing = { items: [], total: 0, totalPages: 1 };
const counted = { ...nothing, isCounted: true };
const id = 'a'.repeat(24);
const at = '2026-03-01T09:00:00.000Z';
const change: BulkChange = {
  _id: id,
  title: 'Price +10%',
  state: 'done',
  actor: 'mia',
  createdAt: at,
  finishedAt: at,
  canUndo: false,
  isDeletion: false,
  designs: { unchanged: 0, waiting: 0, changed: 2, refused: 0, undone: 0, kept: 0 },
};
const report: StudioCallAnswer<'importReport'> = {
  import: {
    _id: id,
    fileName: 'products.csv',
    source: 'shopify',
    state: 'done',
    actor: 'mia',
    createdAt: at,
    finishedAt: at,
    fileRows: 2,
    rows: { total: 2, created: 2, updated: 0, skipped: 0 },
    designs: { total: 2, done: 2, created: 2, updated: 0, skipped: 0 },
    pictures: { total: 0, done: 0, failed: 0 },
  },
  types: [],
  vendors: [],
  tags: [],
  allTags: 0,
  currencies: [],
  variants: { designs: 0, choice: { by: 'first' }, options: [] },
  categories: [],
  amounts: null,
  skus: null,
  designers: [],
};

interface List {
  readonly path: string;
  readonly load: () => Promise<{ default: ComponentType }>;
  readonly answers: StudioAnswers;
}

const designs: List = {
  path: '/designs',
  load: () => import('#studio/features/designs/designs-screen.tsx'),
  answers: { designs: nothing },
};
const orders: List = {
  path: '/orders',
  load: () => import('#studio/features/orders/orders-screen.tsx'),
  answers: { orders: counted },
};
const buyers: List = {
  path: '/buyers',
  load: () => import('#studio/features/buyers/buyers-screen.tsx'),
  answers: { buyers: counted },
};
const coupons: List = {
  path: '/coupons',
  load: () => import('#studio/features/coupons/coupons-screen.tsx'),
  answers: { coupons: nothing },
};
const activity: List = {
  path: '/done',
  load: () => import('#studio/features/audit/audit-screen.tsx'),
  answers: { auditLines: { ...counted, actors: [], searchedTo: null } },
};
const customs: List = {
  path: '/customs',
  load: () => import('#studio/features/commissions/commissions-screen.tsx'),
  answers: {
    deskRequests: { ...nothing, counts: { studio: 0, drawing: 0, buyer: 0, done: 0 } },
  },
};
const changed: List = {
  path: '/designs/changes/:changeId',
  load: () => import('#studio/features/designs/bulk/bulk-change-screen.tsx'),
  answers: { bulkChange: change, bulkChangeDesigns: nothing },
};
const imported: List = {
  path: '/imports/:importId',
  load: () => import('#studio/features/imports/import-screen.tsx'),
  answers: { importReport: report, importRows: nothing },
};

async function shown({ path, load, answers }: List, address: string): Promise<string> {
  const { default: Screen } = await load();
  return shownInStudio(Screen, { address, path, answers });
}

test.each([
  ['/designs?search=fox', designs, 'No matching designs', 'Show all designs', null],
  ['/designs?status=retired', designs, 'No matching designs', 'Show all designs', null],
  ['/designs?missing=price', designs, 'No matching designs', 'Show all designs', null],
  ['/orders?search=fox', orders, 'No matching orders', 'See all orders', '/orders'],
  ['/orders?state=review', orders, 'No matching orders', 'See all orders', '/orders'],
  ['/orders?from=2026-03-01', orders, 'No matching orders', 'See all orders', '/orders'],
  ['/buyers?search=fox', buyers, 'No buyers match “fox”', 'See all buyers', '/buyers?status=all'],
  [
    '/buyers?status=rejected',
    buyers,
    'No buyers with this status',
    'See all buyers',
    '/buyers?status=all',
  ],
  ['/buyers', buyers, 'Nobody is waiting', 'See all buyers', '/buyers?status=all'],
  ['/coupons?search=fox', coupons, 'No codes match “fox”', 'See all coupons', '/coupons'],
  ['/done?search=fox', activity, 'No matching activity', 'See all activity', '/done'],
  ['/done?kind=order', activity, 'No matching activity', 'See all activity', '/done'],
  [
    `/designs/changes/${id}?outcome=kept`,
    changed,
    'No designs with this outcome',
    'Show all designs',
    `/designs/changes/${id}`,
  ],
  [
    `/imports/${id}?outcome=skipped`,
    imported,
    'No matching rows',
    'Show all rows',
    `/imports/${id}`,
  ],
] as const)(
  'a list without results says so and offers to show all: %s',
  async (address, list, title, offer, to) => {
    const screen = await shown(list, address);

    expect(screen).toMatch(new RegExp(`<h[23]>${title}</h[23]>`));
    const [, tag, attributes] = new RegExp(`<(a|button) ([^>]*)>${offer}</`).exec(screen) ?? [];
    expect(tag).toBe(to === null ? 'button' : 'a');
    if (to !== null) expect(attributes).toContain(`href="${to}"`);
  },
);

test.each([
  ['/designs', designs, 'No designs yet'],
  ['/orders', orders, 'No orders yet'],
  ['/buyers?status=all', buyers, 'No buyers yet'],
  ['/coupons', coupons, 'No coupons yet'],
  ['/done', activity, 'No activity yet'],
  ['/customs', customs, 'No requests wait for you'],
  ['/customs?column=buyer', customs, 'No requests wait for a buyer'],
  ['/customs?column=done', customs, 'No requests are done yet'],
  [`/designs/changes/${id}`, changed, 'No design is changed'],
] as const)(
  'an empty list says so and offers no other filter: %s',
  async (address, list, title) => {
    const screen = await shown(list, address);

    expect(screen).toMatch(new RegExp(`<h[23]>${title}</h[23]>`));
    expect(screen).not.toMatch(/(See|Show) all (designs|orders|buyers|coupons|activity)/);
  },
);

test.each([designs, orders, buyers, coupons, activity, customs, changed, imported])(
  'a page past the end does not say that the list is empty: $path',
  async (list) => {
    const address = list.path.replace(/:\w+/, id);
    const title = /<h[23]>[^<]* (yet|waiting|requests|changed|rows)[^<]*<\/h[23]>/;

    expect(await shown(list, address)).toMatch(title);
    expect(await shown(list, `${address}?page=99`)).not.toMatch(title);
  },
);
