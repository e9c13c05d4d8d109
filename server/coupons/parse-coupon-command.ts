import { parseArgs } from 'node:util';
import { isRealDay } from '#contract/wire/real-day.ts';
import { productIdsBySku } from '../catalogue/product-ids-by-sku.ts';
import { CommandError } from '../platform/command-error.ts';
import type { Transaction } from '../platform/database/open.ts';
import { dayStart } from '../platform/day-start.ts';
import type { NewCoupon } from './create-coupon.ts';

const options = {
  percent: { type: 'string' },
  amount: { type: 'string' },
  minimum: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  uses: { type: 'string' },
  once: { type: 'boolean' },
  product: { type: 'string', multiple: true },
  category: { type: 'string', multiple: true },
} as const;

type Words = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/**
 * Parses the arguments of the `coupon` command; products go by SKU, categories by name, days begin in the time zone.
 * @throws CommandError */
export async function parseCouponCommand(
  tx: Transaction,
  words: readonly string[],
  timeZone: string,
): Promise<NewCoupon> {
  const { code, values } = readWords(words);
  return {
    code,
    ...discountFrom(values),
    minimumSubtotal: values.minimum === undefined ? 0 : number('--minimum', values.minimum),
    startsAt:
      values.from === undefined ? null : dayStart(parseDay('--from', values.from), timeZone),
    endsAt:
      values.until === undefined
        ? null
        : dayStart(parseDay('--until', values.until).add({ days: 1 }), timeZone),
    useLimit: values.uses === undefined ? null : number('--uses', values.uses),
    isOncePerCustomer: values.once ?? false,
    productIds: await productIdsBySku(tx, values.product ?? []),
    categoryIds: await Promise.all((values.category ?? []).map((name) => categoryId(tx, name))),
  };
}

function readWords(words: readonly string[]): { code: string; values: Words } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
    });
    const [code, extra] = positionals;
    if (code === undefined) throw new CommandError('Missing argument: CODE');
    if (extra !== undefined) throw new CommandError(`Unexpected argument: ${extra}`);
    return { code, values };
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message.split('. ')[0] ?? '');
    throw error;
  }
}

function discountFrom({
  percent,
  amount,
}: Words): Pick<NewCoupon, 'discountType' | 'discountAmount'> {
  if (percent !== undefined && amount === undefined) {
    return { discountType: 'percentage', discountAmount: number('--percent', percent) };
  }
  if (amount !== undefined && percent === undefined) {
    return { discountType: 'fixed', discountAmount: number('--amount', amount) };
  }
  throw new CommandError('Give either --percent or --amount.');
}

function number(option: string, text: string): number {
  if (!/^\d{1,9}(\.\d+)?$/.test(text))
    throw new CommandError(`${option} must be a number: ${text}`);
  return Number(text);
}

function parseDay(option: string, text: string): Temporal.PlainDate {
  if (!/^[2-9]\d{3}-\d\d-\d\d$/.test(text) || !isRealDay(text)) {
    throw new CommandError(`${option} must be a date such as 2026-12-31: ${text}`);
  }
  return Temporal.PlainDate.from(text);
}

async function categoryId(tx: Transaction, name: string): Promise<string> {
  const row = await tx
    .selectFrom('categories')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) throw new CommandError(`Category not found: ${name}`);
  return row.id;
}
