import { commissionMoves, finalStates } from '#contract/shop/commission-states.ts';
import {
  editedCollection,
  type ListedCollection,
  type StudioCollection,
} from '#contract/studio/collections.ts';
import {
  type BoardColumn,
  type CommissionDetails,
  type CommissionRules,
  commissionMessages,
} from '#contract/studio/commissions.ts';
import type { CouponLimits, StudioCoupon } from '#contract/studio/coupons.ts';
import type { StudioFeaturedImage } from '#contract/studio/featured-images.ts';
import type { StudioThread } from '#contract/studio/messages.ts';
import { Refusal } from './calls-at-fetch.ts';
import { found, pageOf } from './designs-at-fetch.ts';
import { newId } from './new-id.ts';
import { refuseIfChanged, saveChanged } from './save-changed.ts';
import type { StudioHandlers } from './studio-handlers.ts';

/** What the studio has; a colleague's change is a change of it. */
export interface SavedLists {
  readonly coupons: StudioCoupon[];
  readonly collections: StudioCollection[];
  readonly front: StudioFeaturedImage[];
  readonly requests: CommissionDetails[];
  readonly commissionRules: CommissionRules;
}

const anInstant = '2026-01-01T00:00:00.000Z';

/** An open custom request, with defaults for everything a test doesn't care about. */
export function makeRequest(part: Partial<CommissionDetails> = {}): CommissionDetails {
  return {
    _id: newId(),
    name: 'Ada',
    email: 'ada@elsewhere.example',
    designType: 'Exclusive',
    state: 'received',
    status: 'open',
    dueAt: null,
    price: null,
    createdAt: anInstant,
    pictures: 0,
    description: 'Foxes in a wood, with lanterns.',
    pictureIds: [],
    notes: [],
    moves: [],
    design: null,
    isForShop: false,
    restDue: null,
    quotes: [],
    templates: [],
    ...part,
  };
}

/** A coupon for ten percent, with defaults for everything a test doesn't care about. */
export function makeCoupon(part: Partial<StudioCoupon> = {}): StudioCoupon {
  return {
    _id: newId(),
    version: 1,
    code: 'FOX10',
    discountType: 'percentage',
    discountAmount: 10,
    minimumSubtotal: 0,
    startsAt: null,
    endsAt: null,
    useLimit: null,
    used: 0,
    isOncePerCustomer: false,
    isOff: false,
    scope: null,
    ...part,
  };
}

const listed = ({ designs, ...collection }: StudioCollection): ListedCollection => ({
  ...collection,
  designs: designs.length,
  shown: designs.length,
});

export function listHandlers({
  coupons,
  collections,
  front,
  requests,
  commissionRules,
}: SavedLists): StudioHandlers {
  const couponOf = (id: string) => found(coupons.map(withId), id).row;
  const requestOf = (id: string) => found(requests.map(withId), id).row;
  const threads = new Map<string, StudioThread>();
  function threadOf({ kind, id: aboutId }: Pick<StudioThread, 'kind'> & { readonly id: string }) {
    const of = { kind, aboutId, _id: aboutId, name: 'Ada', email: 'ada@elsewhere.example' };
    const thread = threads.get(aboutId) ?? {
      ...{ ...of, title: '', waitingSince: null, lastAt: null, messages: [], hasEarlier: false },
    };
    threads.set(aboutId, thread);
    return thread;
  }
  const customsState = () => ({
    status: 'On' as const,
    updatedAt: anInstant,
    listeners: 0,
    rules: commissionRules,
    open: requests.filter(({ status }) => status !== 'closed').length,
  });
  const imageOf = (id: string) => found(front.map(withId), id).row;
  return {
    coupons: ({ query: { page, search } }) =>
      pageOf(
        coupons.filter(({ code }) => code.toLowerCase().includes(search.toLowerCase())),
        page,
      ),
    coupon: ({ params: { id } }) => couponOf(id),
    couponCategories: () => ({ categories: [] }),
    createCoupon({ body: { skus, categoryIds: _, ...terms } }) {
      const scope = skus.length > 0 ? { skus, categories: [] } : null;
      const coupon = makeCoupon({ ...terms, scope });
      coupons.unshift(coupon);
      return coupon;
    },
    limitCoupon({ params: { id }, body }) {
      const coupon = couponOf(id);
      saveChanged<Partial<CouponLimits>>(coupon, body);
      return Object.assign(coupon, { version: coupon.version + 1 });
    },
    switchCoupon: ({ params: { id }, body: { isOff } }) => Object.assign(couponOf(id), { isOff }),
    collections: () => ({ items: collections.map(listed) }),
    collection: ({ params: { id } }) => found(collections, id),
    saveCollection({ params: { id }, body }) {
      const collection = found(collections, id);
      const edited = editedCollection(collection);
      saveChanged<Partial<typeof edited>>(edited, body);
      const { designIds, ...fields } = edited;
      const designs = collection.designs.filter((design) => designIds.includes(design.id));
      return Object.assign(collection, fields, { designs, version: collection.version + 1 });
    },
    front: () => ({ images: front }),
    describeFrontImage({ params: { id }, body: { from, altText } }) {
      const image = imageOf(id);
      refuseIfChanged('altText', image.altText, { from, to: altText });
      Object.assign(image, { altText });
      return { images: front };
    },
    customsState,
    setCommissionRules({ body }) {
      saveChanged<Partial<CommissionRules>>(commissionRules, body);
      return customsState();
    },
    deskRequests({ query: { page, column } }) {
      const of = (wanted: BoardColumn) => requests.filter((each) => columnOf(each) === wanted);
      const counts = {
        studio: of('studio').length,
        drawing: of('drawing').length,
        buyer: of('buyer').length,
        done: of('done').length,
      };
      return { ...pageOf(of(column), page), counts };
    },
    deskRequest: ({ params: { id } }) => requestOf(id),
    commissionPayments: () => ({ payments: [], left: 0 }),
    passRequest: ({ params: { id }, body }) => Object.assign(requestOf(id), body),
    moveRequest({ params: { id }, body: { move, from, note } }) {
      const request = requestOf(id);
      if (request.state !== from) {
        throw new Refusal('CHANGED_MEANWHILE', { message: commissionMessages.moved });
      }
      const { to: state } = commissionMoves[move];
      const status = finalStates.includes(state) ? 'closed' : 'open';
      request.moves.push({ move, by: 'mia@studio.example', note, marks: [], movedAt: anInstant });
      return Object.assign(request, { state, status });
    },
    noteRequest({ params: { id }, body: { noteId: _id, text } }) {
      const request = requestOf(id);
      request.notes.push({ _id, author: 'mia@studio.example', text, createdAt: anInstant });
      return request;
    },
    inbox: () => ({ items: [], total: 0, totalPages: 1, isCounted: true }),
    studioThread: ({ params }) => threadOf(params),
    answerThread({ params, body: { messageId: _id, text } }) {
      const thread = threadOf(params);
      const author = 'mia@studio.example';
      thread.messages.push({ _id, author, text, pictureIds: [], createdAt: anInstant });
      return Object.assign(thread, { lastAt: new Date().toISOString(), waitingSince: null });
    },
  };
}

const withId = <R extends { readonly _id: string }>(row: R) => ({ id: row._id, row });

function columnOf({ state, status }: CommissionDetails): BoardColumn {
  if (status !== 'answered') return status === 'open' ? 'studio' : 'done';
  return state === 'drawing' ? 'drawing' : 'buyer';
}
