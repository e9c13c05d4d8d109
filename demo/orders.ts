import type { LicenseType } from '#contract/shop/account.ts';
import { practiceAccounts } from '#contract/shop/practice-accounts.ts';
import { between, pick, type Random, randomFrom } from './drawing/random.ts';

/** A year of orders of the demo studio; the same on every machine, seen from the day of the first start. */

const day = 86_400_000;
const hour = 3_600_000;
const yearDays = 365;

/** What the orders need of a design. */
export interface SoldDesign {
  readonly slug: string;
  readonly title: string;
  /** In cents. */
  readonly price: number;
  readonly salesCount: number;
  readonly publishedDaysAgo: number;
}

export interface DemoBuyer {
  readonly key: string;
  readonly email: string;
  readonly firstName: string;
  readonly licenseType: LicenseType;
  readonly country: string;
}

export interface DemoOrder {
  readonly key: string;
  readonly buyer: DemoBuyer;
  readonly at: Date;
  /** `refunded`: paid, and refunded completely. */
  readonly state: 'paid' | 'refunded' | 'void';
  readonly coupon: string | null;
  readonly items: readonly {
    readonly design: SoldDesign;
    /** Its share of the coupon's discount, in cents. */
    readonly couponDiscount: number;
  }[];
}

/** The coupons of the demo: code and percentage. */
export const demoCoupons = { WELCOME10: 10, AUTUMN15: 15 } as const;

const names = ['Alder', 'Aspen', 'Briar', 'Cedar', 'Clover', 'Fern', 'Heath', 'Iris', 'Juniper'];
const moreNames = [
  'Laurel',
  'Maple',
  'Myrtle',
  'Olive',
  'Poppy',
  'Reed',
  'Sage',
  'Thyme',
  'Willow',
];
/** Repeated by how many buyers live there. */
const countries = [
  ...Array<string>(9).fill('United States'),
  ...Array<string>(4).fill('Germany'),
  ...Array<string>(3).fill('United Kingdom'),
  ...['Canada', 'Canada', 'France', 'Netherlands', 'Australia', 'Sweden', 'Japan'],
];
/** How much is bought in each month, from January: quilts are planned in spring, presents sewn in autumn. */
const seasons = [0.7, 0.75, 0.9, 1, 0.85, 0.7, 0.6, 0.75, 0.95, 1.25, 1.6, 1.4];

const buyerCount = 400;
/** Those who began to check out and never paid. */
const leaverCount = 130;

const [{ email: practiceEmail, licenseType: practiceLicence }] = practiceAccounts;

/** The account that everyone who tries out the demo may use. */
export const practiceBuyer: DemoBuyer = {
  key: `account ${practiceEmail}`,
  email: practiceEmail,
  firstName: 'Hazel',
  licenseType: practiceLicence,
  country: 'Norway',
};

/** What the practice buyer has counted under the licence of their first item, most of a hundred goods. */
export const practiceCounts = [24, 10, 10, 10, 5, 5] as const;

/** The order that the practice buyer made: the newest one that a coupon didn't make cheaper. */
export function practiceOrder(orders: readonly DemoOrder[]): DemoOrder | undefined {
  return orders.findLast(({ state, coupon }) => state === 'paid' && coupon === null);
}

/** The downloads of paid designs: most once, at the order, some again weeks later, and a few not yet. */
export function demoDownloads(
  orders: readonly DemoOrder[],
  now: Date,
): { readonly slug: string; readonly at: Date }[] {
  return orders
    .filter(({ state }) => state === 'paid')
    .flatMap(({ key, at, items }) =>
      items.flatMap(({ design: { slug } }) => {
        const random = randomFrom(`demo downloads ${key} ${slug}`);
        const habit = random();
        if (habit < 0.05) return [];
        const again = new Date(at.getTime() + between(random, 1, 50) * day);
        const isAgain = habit > 0.75 && again <= now;
        return [{ slug, at }, ...(isAgain ? [{ slug, at: again }] : [])];
      }),
    );
}

/** What visitors searched for and the demo has no design of; how often in the year, by the words. */
export const demoEmptySearches = {
  narwhal: 24,
  'gender reveal': 17,
  axolotl: 12,
  excavator: 11,
  hanukkah: 8,
  capybara: 5,
} as const;

/** The days before `now` on which these words were searched for, counted from it. */
export function demoSearches(): { readonly words: string; readonly daysAgo: number }[] {
  const random = randomFrom('demo searches');
  return Object.entries(demoEmptySearches).flatMap(([words, count]) =>
    Array.from({ length: count }, () => ({ words, daysAgo: Math.floor(random() * yearDays) })),
  );
}

/** The buyers; the first ones buy most, the last ones never pay. */
export function demoBuyers(): DemoBuyer[] {
  const random = randomFrom('demo buyers');
  return Array.from({ length: buyerCount + leaverCount }, (_, place) => ({
    key: `buyer-${place + 1}`,
    email: `buyer-${place + 1}@practice.example`,
    firstName: pick(random, [...names, ...moreNames]),
    licenseType: random() < 0.35 ? 'FABRIC_SHOP' : 'SMALL_BUSINESS',
    country: pick(random, countries),
  }));
}

/**
 * The orders before `now`, the oldest first. Of a design published within the year, exactly as many are paid
 * as it says were sold; of an older one, the part of a year.
 */
export function demoOrders(designs: readonly SoldDesign[], now: Date): DemoOrder[] {
  const random = randomFrom('demo orders');
  const buyers = demoBuyers();
  const sales = designs
    .flatMap((design) => salesOf(design, now, random))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const leavers = buyers.splice(buyerCount);
  const orders: DemoOrder[] = [];
  const add = (at: Date, state: DemoOrder['state'], bought: readonly SoldDesign[]) => {
    if (at >= now) return;
    const coupon = couponAt(at, random);
    const percent = coupon === null ? 0 : demoCoupons[coupon];
    const buyer = pick(random, buyers.slice(0, Math.ceil(buyerCount * between(random, 0.1, 1))));
    const isLeaver = state === 'void' && orders.length % 3 === 0;
    orders.push({
      key: `order-${orders.length + 1}`,
      at,
      state,
      coupon,
      buyer: isLeaver ? pick(random, leavers) : buyer,
      items: bought.map((design) => ({
        design,
        couponDiscount: Math.floor((design.price * percent) / 100),
      })),
    });
  };
  for (let place = 0; place < sales.length; ) {
    const wanted = pick(random, [1, 1, 1, 2, 2, 3, 4]);
    const own = sales.slice(place, place + wanted);
    const [first] = own;
    if (!first) break;
    const bought = new Set<SoldDesign>();
    for (const { design } of own) {
      if (bought.has(design)) break;
      bought.add(design);
    }
    place += bought.size;
    add(first.at, 'paid', [...bought]);
    const chance = random();
    const later = new Date(first.at.getTime() + between(random, 1, 30) * hour);
    // Counted nowhere as sold, so it comes on top.
    if (chance < 0.02) add(later, 'refunded', [...bought]);
    else if (chance < 0.2) add(later, 'void', [...bought]);
  }
  const sorted = orders.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const own = practiceOrder(sorted);
  return sorted.map((order) => (order === own ? { ...order, buyer: practiceBuyer } : order));
}

function salesOf(design: SoldDesign, now: Date, random: Random) {
  const age = Math.max(1, design.publishedDaysAgo);
  const span = Math.min(age, yearDays);
  const count = Math.round((design.salesCount * span) / age);
  return Array.from({ length: count }, () => ({ design, at: instantWithin(span, now, random) }));
}

/** An instant in the days before now, by season. */
function instantWithin(span: number, now: Date, random: Random): Date {
  for (;;) {
    const at = new Date(now.getTime() - random() * span * day);
    if (random() * 1.6 < (seasons[at.getUTCMonth()] ?? 1)) return at;
  }
}

function couponAt(at: Date, random: Random): keyof typeof demoCoupons | null {
  const isAutumn = at.getUTCMonth() === 9 || at.getUTCMonth() === 10;
  const chance = random();
  if (chance < 0.06) return 'WELCOME10';
  return isAutumn && chance < 0.18 ? 'AUTUMN15' : null;
}
