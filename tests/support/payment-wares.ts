import type { QuotedPayment } from '#contract/shop/order.ts';
import { designOf } from '#server/commissions/commission-design.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import type { AppServices } from '#server/services.ts';
import { addProduct } from './add-product.ts';
import { addRequest } from './add-request.ts';
import { servicesOver } from './services-over.ts';
import { signUp } from './sign-up.ts';

/** What a buyer pays for: a design, or the quote of a custom request, of which it is drawn. */
export interface Ware {
  readonly token: string;
  readonly productId: string;
  readonly quoted: QuotedPayment | null;
}

/** Adds a buyer, and a design or in every third round a quote, directly to the database: in turn for each crash point. */
export async function stock(dataDir: string, count: number, points: number): Promise<Ware[]> {
  const database = await openSqlite(dataDir);
  const services = await servicesOver(database, { DATA_DIR: dataDir });
  const wares: Ware[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id: accountId, token } = await signUp(services);
    if ((made + Math.floor(made / points)) % 3 === 2) {
      wares.push({ token, ...(await addQuoted(services, accountId, made % 2 === 0)) });
      continue;
    }
    const files = { 'design.png': Buffer.from([1, 2, 3]) };
    wares.push({ token, productId: await addProduct(services, { files }), quoted: null });
  }
  await database.close();
  return wares;
}

async function addQuoted(services: AppServices, accountId: string, hasDeposit: boolean) {
  const requestId = await addRequest(services, { accountId });
  const offer = {
    price: 12,
    deposit: hasDeposit ? 5 : null,
    included: 'A seamless pattern.',
    designType: 'Exclusive',
    rounds: null,
    days: 10,
    validDays: 14,
    replaces: 0,
  } as const;
  return makeAuditedChange(services, 'a'.repeat(24), async (change) => {
    await makeQuote(change, requestId, offer);
    const { id: productId } = await designOf(change, requestId);
    const part = hasDeposit ? 'deposit' : 'whole';
    return { productId, quoted: { requestId, part, quoteVersion: 1 } as const };
  });
}
