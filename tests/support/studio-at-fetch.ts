import type { StudioUser } from '#contract/studio/account.ts';
import { studioCalls } from '#contract/studio/calls.ts';
import { type CallsAtFetch, callsAtFetch } from './calls-at-fetch.ts';
import { designHandlers, type SavedDesigns } from './designs-at-fetch.ts';
import { listHandlers, type SavedLists } from './lists-at-fetch.ts';
import type { StudioHandlers } from './studio-handlers.ts';
import { firstSavedTexts, type SavedTexts, textHandlers } from './texts-at-fetch.ts';

/** What the studio has; a colleague's change is a change of it. */
export interface SavedStudio extends SavedDesigns, SavedLists, SavedTexts {}

export interface StudioAtFetch extends CallsAtFetch<typeof studioCalls> {
  readonly saved: SavedStudio;
}

/** A studio as the shop's server answers it, with what a test has put into it. */
export function studioAtFetch(user: StudioUser, part: Partial<SavedStudio>): StudioAtFetch {
  const saved: SavedStudio = {
    designs: [],
    categories: [],
    coupons: [],
    collections: [],
    front: [],
    requests: [],
    commissionRules: { slots: null, silence: 'person' },
    ...firstSavedTexts(),
    ...part,
  };
  const own: StudioHandlers = {
    me: () => user,
    waiting: () => ({ buyers: 0, orders: 0, customs: 0, threads: 0, designReviews: 0, resets: 0 }),
    ...designHandlers(saved),
    ...listHandlers(saved),
    ...textHandlers(saved),
  };
  return { ...callsAtFetch(studioCalls, own), saved };
}
