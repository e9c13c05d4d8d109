import { sql } from 'kysely';
import {
  namedDesigns,
  type Period,
  type PeriodSales,
  periods,
  type SalesDay,
} from '#contract/studio/today.ts';
import { toWire } from '#contract/wire/money.ts';
import { giftMethod } from '../orders/grant-download.ts';
import type { Database } from '../platform/database/open.ts';

type Read = Database['read'];

const shownDays = 30;

interface Day {
  readonly day: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The days to count in the reader's time zone, oldest first, and where each period begins among them. */
export interface Calendar {
  readonly days: readonly Day[];
  readonly begins: Readonly<Record<Period, string>>;
}

/** The calendar of a time zone. Days begin at local midnight, also when clocks change; weeks begin on Monday. */
export function calendarOf(now: Date, timeZone: string): Calendar {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const startOf = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
  // The first of the month may be one day before the 30 days shown.
  const count = Math.max(shownDays, today.day);
  const days = Array.from({ length: count }, (_, place) => {
    const day = today.subtract({ days: count - 1 - place });
    return { day: String(day), startsAt: startOf(day), endsAt: startOf(day.add({ days: 1 })) };
  });
  return {
    days,
    begins: {
      today: startOf(today),
      week: startOf(today.subtract({ days: today.dayOfWeek - 1 })),
      month: startOf(today.with({ day: 1 })),
    },
  };
}

/** Orders and revenue by day and by period, and per period by design and by designer. */
export async function readSales(
  read: Read,
  calendar: Calendar,
): Promise<{ readonly days: SalesDay[]; readonly sales: Record<Period, PeriodSales> }> {
  const days = await salesByDay(read, calendar.days);
  const designs = await salesByDesign(read, calendar);
  const salesOf = (period: Period): PeriodSales => {
    const within = days.filter(({ startsAt }) => startsAt >= calendar.begins[period]);
    return {
      orders: sum(within, ({ orders }) => orders),
      net: toWire(sum(within, ({ cents }) => cents)),
      ...byDesign(designs, period),
      designers: byDesigner(designs, period),
    };
  };
  return {
    days: days
      .slice(-shownDays)
      .map(({ day, orders, cents }) => ({ day, orders, net: toWire(cents) })),
    sales: { today: salesOf('today'), week: salesOf('week'), month: salesOf('month') },
  };
}

async function salesByDay(read: Read, days: readonly Day[]) {
  const values = sql.join(days.map((each) => sql`(${each.startsAt}, ${each.endsAt})`));
  const { rows } = await sql<{ startsAt: string; orders: number; cents: number }>`
    WITH days("startsAt", "endsAt") AS (VALUES ${values})
    SELECT days."startsAt", count(orders.id) AS orders,
      coalesce(sum(coalesce(orders."capturedAmount", 0) - (
        SELECT coalesce(sum(amount), 0) FROM refunds
        WHERE refunds."orderId" = orders.id AND kind = 'refund'
      )), 0) AS cents
    FROM days LEFT JOIN orders ON orders.state = 'paid' AND orders."paymentMethod" <> ${giftMethod}
      AND orders."paidAt" >= days."startsAt" AND orders."paidAt" < days."endsAt"
    GROUP BY days."startsAt"
  `.execute(read);
  const found = new Map(rows.map((row) => [row.startsAt, row]));
  return days.map(({ day, startsAt }) => {
    const { orders = 0, cents = 0 } = found.get(startsAt) ?? {};
    return { day, startsAt, orders, cents };
  });
}

type DesignSales = {
  readonly id: string;
  readonly title: string;
  readonly designers: readonly string[];
} & Readonly<Record<`${Period}Sold` | `${Period}Cents`, number>>;

/**
 * What each design brought in: its share of the amount received, which may be less than the order's total. A
 * refund of an item counts for that item; a refund of a whole order is shared by its items in proportion to
 * what was paid.
 */
async function salesByDesign(read: Read, { begins }: Calendar): Promise<DesignSales[]> {
  const since = [...Object.values(begins)].sort()[0] ?? '';
  const sums = sql.join(
    periods.flatMap((period) => [
      sql`sum("paidAt" >= ${begins[period]}) AS ${sql.ref(`${period}Sold`)}`,
      sql`sum(CASE WHEN "paidAt" >= ${begins[period]} THEN
        (paid - back) * (1.0 - coalesce("wholeBack" * 1.0 / nullif(took - "itemsBack", 0), 0))
        ELSE 0 END) AS ${sql.ref(`${period}Cents`)}`,
    ]),
  );
  const { rows } = await sql<Omit<DesignSales, 'designers'> & { designers: string }>`
    WITH sold AS (
      SELECT items."productId", orders."paidAt", coalesce(orders."capturedAmount", 0) AS took,
        (min(items.price, coalesce(items."discountedPrice", items.price)) - items."couponDiscount")
          * coalesce(1.0 * orders."capturedAmount" / nullif(orders."totalPrice", 0), 0) AS paid,
        (SELECT coalesce(sum(amount), 0) FROM refunds WHERE refunds."orderId" = orders.id
          AND kind = 'refund' AND "orderItemId" = items.id) AS back,
        (SELECT coalesce(sum(amount), 0) FROM refunds WHERE refunds."orderId" = orders.id
          AND kind = 'refund' AND "orderItemId" IS NULL) AS "wholeBack",
        (SELECT coalesce(sum(amount), 0) FROM refunds WHERE refunds."orderId" = orders.id
          AND kind = 'refund' AND "orderItemId" IS NOT NULL) AS "itemsBack"
      FROM orders JOIN "orderItems" AS items ON items."orderId" = orders.id
      WHERE orders.state = 'paid' AND orders."paymentMethod" <> ${giftMethod}
        AND orders."paidAt" >= ${since}
    )
    SELECT products.id, products.title, products.designers, ${sums}
    FROM sold JOIN products ON products.id = sold."productId"
    GROUP BY products.id
  `.execute(read);
  return rows.map((row) => ({ ...row, designers: JSON.parse(row.designers) as string[] }));
}

function byDesign(
  designs: readonly DesignSales[],
  period: Period,
): Pick<PeriodSales, 'designs' | 'otherDesigns'> {
  const sold = designs
    .filter((design) => design[`${period}Sold`] > 0)
    .sort((a, b) => b[`${period}Cents`] - a[`${period}Cents`] || a.title.localeCompare(b.title));
  const others = sold.slice(namedDesigns);
  return {
    designs: sold.slice(0, namedDesigns).map((design) => ({
      id: design.id,
      title: design.title,
      sold: design[`${period}Sold`],
      net: dollars(design[`${period}Cents`]),
    })),
    otherDesigns: {
      count: others.length,
      sold: sum(others, (design) => design[`${period}Sold`]),
      net: dollars(sum(others, (design) => design[`${period}Cents`])),
    },
  };
}

function byDesigner(designs: readonly DesignSales[], period: Period): PeriodSales['designers'] {
  const shares = designs.flatMap((design) =>
    design[`${period}Sold`] === 0
      ? []
      : design.designers.map((name) => ({
          name,
          sold: design[`${period}Sold`],
          cents: design[`${period}Cents`] / design.designers.length,
        })),
  );
  return [...Map.groupBy(shares, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      sold: sum(own, ({ sold }) => sold),
      net: dollars(sum(own, ({ cents }) => cents)),
    }))
    .sort((a, b) => b.net - a.net || a.name.localeCompare(b.name));
}

/** Converts to dollars. Fractions of cents add up before they are rounded. */
function dollars(cents: number): number {
  return toWire(Math.max(0, Math.round(cents)));
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
