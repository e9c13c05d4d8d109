import type { Selectable } from 'kysely';
import { type Keywords, keywordKinds } from '#contract/shop/keywords.ts';
import { withItems } from '#contract/shop/licence-rules.ts';
import type { ExportTable } from '#contract/studio/data.ts';
import { byteOrderMark, csvRow } from '#contract/wire/csv.ts';
import { storedTexts } from '../licences/stored-texts.ts';
import type { Database } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { always } from './book-entries.ts';
import { bought } from './bought.ts';
import { type Choice, dollars, type LocalTime, pageRows, type Table } from './export-table.ts';
import { commissions, feeOf, months, payments } from './money-tables.ts';

type Read = Database['read'];
/** The columns with instants; their headings name the time zone. */
const instants = new Set(['Created', 'Paid', 'Published', 'Since', 'Taken by the provider']);

/** A table as CSV, with only one page in memory at a time. */
export async function* exportTable(
  read: Read,
  name: ExportTable,
  choice: Choice,
): AsyncGenerator<string> {
  const { timeZone } = choice;
  const { columns, page } = tables[name];
  const local: LocalTime = (at) =>
    at &&
    Temporal.Instant.from(at)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' })
      .replace('T', ' ');
  const heading = (column: string) => (instants.has(column) ? `${column} (${timeZone})` : column);
  yield byteOrderMark + csvRow(columns.map(heading));
  for (let after = ''; ; ) {
    const { rows, last } = await page(read, after, local, choice);
    if (last === null) return;
    yield rows.map(csvRow).join('');
    after = last;
  }
}

const tables: Readonly<Record<ExportTable, Table>> = {
  designs: {
    columns: [
      ...['ID', 'SKU', 'Title', 'Description', 'Price', 'Discounted price', 'Categories'],
      ...['Designers', 'Status', 'Published', 'Designer favourite', 'Sold', 'Files', 'File bytes'],
      ...['Motif words', 'Occasion words', 'Style words', 'Colour words'],
    ],
    async page(read, after, local) {
      const products = await nextRows(read, 'products', after);
      const ids = products.map(({ id }) => id);
      const categories = await read
        .selectFrom('productCategories')
        .innerJoin('categories', 'categories.id', 'productCategories.categoryId')
        .select(['productId', 'name'])
        .where('productId', 'in', ids)
        .orderBy('productCategories.position')
        .execute();
      const files = await read
        .selectFrom('productFiles')
        .select(['productId', 'name', 'bytes'])
        .where('productId', 'in', ids)
        .orderBy('position')
        .execute();
      const categoriesOf = Map.groupBy(categories, ({ productId }) => productId);
      const filesOf = Map.groupBy(files, ({ productId }) => productId);
      const rows = products.map((product) => {
        const own = filesOf.get(product.id) ?? [];
        const keywords = JSON.parse(product.keywords) as Keywords;
        return [
          product.id,
          product.sku,
          product.title,
          product.description,
          dollars(product.price),
          product.discountedPrice === null ? null : dollars(product.discountedPrice),
          list(categoriesOf.get(product.id) ?? []),
          (JSON.parse(product.designers) as string[]).join('; '),
          product.status,
          local(product.publishedAt),
          yesNo(product.isDesignerFavourite),
          product.salesCount,
          list(own),
          own.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
          ...keywordKinds.map((kind) => keywords[kind].join('; ')),
        ];
      });
      return { rows, last: ids.at(-1) ?? null };
    },
  },
  orders: {
    columns: [
      ...[
        'ID',
        'Order',
        'Status',
        'Created',
        'Paid',
        'Account',
        'Name',
        'E-mail',
        'Country',
        'City',
      ],
      ...['Designs', 'SKUs', 'Licences', 'Licence versions', 'Discount', 'Coupon'],
      ...['Coupon discount', 'Total', 'Captured'],
      ...[
        'Refunded',
        'Net before fee',
        'Receipt',
        'Paid by',
        'Provider order',
        'Provider capture',
        'Review reason',
        'Fee',
        'Taken by the provider',
      ],
    ],
    async page(read, after, local, choice) {
      const orders = await nextOrders(read, after, choice);
      const ids = orders.map(({ id }) => id);
      const items = await read
        .selectFrom('orderItems')
        .innerJoin('products', 'products.id', 'orderItems.productId')
        .select(['orderId', 'productName', 'sku', 'licenseType', 'licenceTextVersion'])
        .where('orderId', 'in', ids)
        .orderBy('orderItems.position')
        .execute();
      const refunds = await read
        .selectFrom('refunds')
        .select(['orderId', 'amount'])
        .where('orderId', 'in', ids)
        .where('kind', '=', 'refund')
        .execute();
      const itemsOf = Map.groupBy(items, ({ orderId }) => orderId);
      const refundsOf = Map.groupBy(refunds, ({ orderId }) => orderId);
      const rows = orders.map((order) => {
        const own = itemsOf.get(order.id) ?? [];
        const back = (refundsOf.get(order.id) ?? []).reduce((sum, { amount }) => sum + amount, 0);
        return [
          order.id,
          order.orderNumber,
          order.state,
          local(order.createdAt),
          local(order.paidAt),
          order.accountId,
          order.customerName,
          order.customerEmail,
          order.customerCountry,
          order.customerCity,
          own.map(({ productName }) => productName).join('; '),
          own.map(({ sku }) => sku).join('; '),
          own.map(({ licenseType }) => licenseType).join('; '),
          own.map(({ licenceTextVersion }) => licenceTextVersion).join('; '),
          dollars(order.totalDiscount),
          order.couponCode,
          dollars(order.couponDiscount),
          dollars(order.totalPrice),
          order.capturedAmount === null ? null : dollars(order.capturedAmount),
          dollars(back),
          order.state === 'paid' ? dollars((order.capturedAmount ?? 0) - back) : null,
          order.receiptNumber,
          order.paymentMethod,
          order.providerOrderId,
          order.providerCaptureId,
          order.reviewReason,
          feeOf(order),
          local(order.takenAt),
        ];
      });
      return { rows, last: ids.at(-1) ?? null };
    },
  },
  payments,
  months,
  commissions,
  customers: {
    columns: [
      ...['ID', 'E-mail', 'First name', 'Last name', 'Licence', 'Status', 'Business link'],
      ...['Wants custom request updates', 'Since', 'Paid orders', 'Spent after refunds'],
    ],
    async page(read, after, local, { isTrial }) {
      const accounts = await nextRows(read, 'accounts', after);
      const ids = accounts.map(({ id }) => id);
      const orders = await read
        .selectFrom('orders')
        .select(({ fn }) => [
          'accountId',
          fn.countAll<number>().as('count'),
          fn.sum<number>('capturedAmount').as('cents'),
        ])
        .where('accountId', 'in', ids)
        .where('state', '=', 'paid')
        .where(bought(isTrial))
        .groupBy('accountId')
        .execute();
      const refunds = await read
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.orderId')
        .select(({ fn }) => ['accountId', fn.sum<number>('amount').as('cents')])
        .where('accountId', 'in', ids)
        .where('state', '=', 'paid')
        .where(bought(isTrial))
        .where('kind', '=', 'refund')
        .groupBy('accountId')
        .execute();
      const ordersOf = new Map(orders.map((row) => [row.accountId, row]));
      const refundsOf = new Map(refunds.map((row) => [row.accountId, row]));
      const rows = accounts
        // The row of a deleted account exists only for its orders.
        .filter(({ deletedAt }) => deletedAt === null)
        .map((account) => {
          const paid = ordersOf.get(account.id);
          const back = refundsOf.get(account.id);
          return [
            account.id,
            account.email,
            account.firstName,
            account.lastName,
            account.licenseType,
            account.status,
            account.businessVerificationLink,
            yesNo(account.hasCustomsNews),
            local(account.createdAt),
            paid?.count ?? 0,
            dollars((paid?.cents ?? 0) - (back?.cents ?? 0)),
          ];
        });
      return { rows, last: ids.at(-1) ?? null };
    },
  },
  licences: {
    columns: [
      ...['Licence', 'Version', 'You may', 'Please don’t', 'How many items it covers'],
      ...['Published', 'By'],
    ],
    async page(read, after, local) {
      // A single page has them all.
      if (after !== '') return { rows: [], last: null };
      const texts = await storedTexts(read);
      const rows = texts.map(
        ({ licenseType, version, allows, forbids, goods, items, published }) => [
          licenseType,
          version,
          allows.join('\n'),
          forbids.join('\n'),
          withItems(goods, items),
          local(published?.at ?? null),
          published?.actor ?? null,
        ],
      );
      return { rows, last: 'all' };
    },
  },
};

/** A range of orders is by the day on which they were made. */
function nextOrders(read: Read, after: string, { range, withCancelled }: Choice) {
  const { startsAt, endsAt } = 'month' in range ? always : range;
  return read
    .selectFrom('orders')
    .selectAll()
    .where('id', '>', after)
    .where('createdAt', '>=', startsAt)
    .where('createdAt', '<', endsAt)
    .$if(!withCancelled, (orders) => orders.where('state', '!=', 'void'))
    .orderBy('id')
    .limit(pageRows)
    .execute();
}

async function nextRows<T extends 'products' | 'accounts'>(
  read: Read,
  table: T,
  after: string,
): Promise<Selectable<Tables[T]>[]> {
  const rows = await read
    .selectFrom<'products' | 'accounts'>(table)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageRows)
    .execute();
  return rows as unknown as Selectable<Tables[T]>[];
}

function list(named: readonly { readonly name: string }[]): string {
  return named.map(({ name }) => name).join('; ');
}

function yesNo(flag: number): string {
  return flag === 1 ? 'yes' : 'no';
}
