import type { WantedKind } from '#contract/shop/custom-request.ts';
import { yearFrom } from '#contract/shop/licence-year.ts';
import type { QuotedPayment } from '#contract/shop/order.ts';
import type { QuoteOffer } from '#contract/shop/quote.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { designOf } from '#server/commissions/commission-design.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import type { AppServices } from '#server/services.ts';
import { addProduct } from './add-product.ts';
import { addRequest } from './add-request.ts';
import { servicesOver } from './services-over.ts';
import { signUp } from './sign-up.ts';

/** What a buyer pays for: a design, or the quote of a custom request, of which it is drawn, or of a yearly licence. */
export interface Ware {
  readonly token: string;
  readonly productId: string;
  readonly quoted: QuotedPayment | null;
  readonly wants: WantedKind;
}

/** Of four rounds two buy a design. */
const kinds = ['design', 'design', 'quote', 'year'] as const;

/** Adds a buyer, and a design or a quote, directly to the database: each kind in turn for each crash point. */
export async function stock(dataDir: string, count: number, points: number): Promise<Ware[]> {
  const database = await openSqlite(dataDir);
  const services = await servicesOver(database, { DATA_DIR: dataDir });
  const wares: Ware[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id: accountId, token } = await signUp(services);
    const kind = kinds[(made + Math.floor(made / points)) % kinds.length];
    if (kind === 'design') {
      const files = { 'design.png': Buffer.from([1, 2, 3]) };
      const productId = await addProduct(services, { files });
      wares.push({ token, productId, quoted: null, wants: 'design' });
      continue;
    }
    const quote =
      kind === 'year'
        ? await addYear(services, accountId)
        : await addQuoted(services, accountId, Math.floor(made / points) % 2 === 0);
    wares.push({ token, ...quote });
  }
  await database.close();
  return wares;
}

const drawn: QuoteOffer = {
  price: 12,
  deposit: null,
  included: 'A seamless pattern.',
  designType: 'Exclusive',
  rounds: null,
  days: 10,
  validDays: 14,
  replaces: 0,
};

function addQuoted(services: AppServices, accountId: string, hasDeposit: boolean) {
  return addQuote(services, accountId, 'design', { ...drawn, deposit: hasDeposit ? 5 : null });
}

function addYear(services: AppServices, accountId: string) {
  const startsOn = utcDay(services.clock());
  const year = { startsOn, endsOn: yearFrom(startsOn) };
  return addQuote(services, accountId, 'yearly_licence', { ...drawn, ...year });
}

async function addQuote(
  services: AppServices,
  accountId: string,
  wants: WantedKind,
  offer: QuoteOffer,
) {
  const requestId = await addRequest(services, { accountId, wants });
  return makeAuditedChange(services, 'a'.repeat(24), async (change) => {
    await makeQuote(change, requestId, offer);
    const { id: productId } = await designOf(change, requestId);
    const part = offer.deposit === null ? 'whole' : 'deposit';
    return { productId, wants, quoted: { requestId, part, quoteVersion: 1 } } as const;
  });
}
