import { parseArgs } from 'node:util';
import { CommandError } from '../platform/command-error.ts';
import type { Transaction } from '../platform/database/open.ts';
import { type NewCoupon, productIdsBySku } from './create-coupon.ts';

const day = 86_400_000;

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

/** Parses the arguments of the `coupon` command; products go by SKU, categories by name. @throws CommandError */
export async function parseCouponCommand(
  tx: Transaction,
  words: readonly string[],
): Promise<NewCoupon> {
  const { code, values } = readWords(words);
  return {
    code,
    ...discountFrom(values),
    minimumSubtotal: values.minimum === undefined ? 0 : number('--minimum', values.minimum),
    startsAt: values.from === undefined ? null : dayStart('--from', values.from),
    endsAt: values.until === undefined ? null : dayEnd('--until', values.until),
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

/** Days begin and end in UTC, as all the shop's instants do. */
function dayStart(option: string, text: string): string {
  const start = new Date(`${text}T00:00:00.000Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && start.toJSON()?.startsWith(text);
  if (!isDay) throw new CommandError(`${option} must be a date such as 2026-12-31: ${text}`);
  return start.toISOString();
}

function dayEnd(option: string, text: string): string {
  return new Date(Date.parse(dayStart(option, text)) + day).toISOString();
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
