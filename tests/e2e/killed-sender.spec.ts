import type { Page } from '@playwright/test';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import type { Catch } from '../support/catching-network.ts';
import { expect, type KillablePhone, test } from '../support/killable-phone.ts';
import type { Buyer } from '../support/shop-api.ts';
import { askForCustom, blockOutbox, changeSets, waitingOps } from '../support/waiting-changes.ts';

/** The number of kills at each point; `npm run trials -- --deaths` sets more, and tries every point. */
const { DEATHS } = process.env;
const deaths = Number(DEATHS ?? 1);

interface Point {
  readonly title: string;
  readonly at: Catch;
  /** The caught request arrives eventually, long after its sender died. */
  readonly isLate?: true;
  /** The sender has the answer but dies before it can store that. */
  readonly isUnnoted?: true;
  /** Leaves shop and phone in a state that another point passes through as well. */
  readonly isPartOfOther?: true;
}

/** How far a change has come when its sender is killed. */
const points: readonly Point[] = [
  { title: 'before a change leaves', at: 'request', isPartOfOther: true },
  { title: 'while a change is on its way', at: 'request', isLate: true },
  { title: 'while the answer is on its way', at: 'answer', isPartOfOther: true },
  { title: 'between the answer and storing it', at: 'answer', isUnnoted: true },
];

/** The sender that is killed; with the browser everything dies. */
const senders = ['page', 'worker', 'worker', 'browser'] as const;

/** Which change is caught. */
const changes = ['cartAdd', 'wishlistAdd', 'cartRemove', 'customRequest'] as const;

interface Owner {
  readonly phone: KillablePhone;
  readonly buyer: Buyer;
}

/** In the cart and then removed, bought, wishlisted, bought as well. */
type Designs = readonly [Product, Product, Product, Product];

interface Death {
  readonly point: Point;
  readonly sender: (typeof senders)[number];
  readonly change: CallName;
  readonly designs: Designs;
  /** Of the custom request; unique. */
  readonly description: string;
}

test('pending changes arrive once and in order, wherever their sender is killed', async ({
  phone,
}) => {
  test.setTimeout(60_000 + deaths * points.length * 30_000);
  const buyer = await phone.api.newBuyer();
  const owner = { phone, buyer };
  phone.signIn(buyer);
  const designs = await designsOnShop(phone);
  const first = await phone.visit(paths.home.path);
  await first.close();
  for (let round = 0; round < deaths; round += 1) {
    for (const [place, point] of points.entries()) {
      if (point.isPartOfOther && !DEATHS) continue;
      // Over sixteen rounds, each point is combined with each sender and each change.
      const turn = place + round;
      const death: Death = {
        point,
        sender: senders[turn % senders.length] ?? 'worker',
        change: changes[(turn + Math.floor(round / senders.length)) % changes.length] ?? 'cartAdd',
        designs: fourOf(designs, round * points.length + place),
        description: `Otters of round ${round}, point ${place}`,
      };
      const { sender, change } = death;
      await test.step(`${round}: the ${sender} dies ${point.title} (${change})`, () =>
        dieOnce(owner, death));
    }
  }
});

async function dieOnce(owner: Owner, death: Death): Promise<void> {
  const { phone, buyer } = owner;
  const { point, sender, change, designs, description } = death;
  const id = buyer.user._id;
  const body = { productId: designs[0]._id };
  await phone.api.call('cartAdd', { token: buyer.token, body });
  const page = await phone.newTab(paths.cart.path);
  await expect(page.getByRole('heading', { name: designs[0].title })).toBeVisible();
  phone.network.set('cut');
  await page.goto(`${phone.url}${paths.home.path}?custom`);
  await askForCustom(page, description);
  await page.goto(phone.url + paths.shop.path);
  await changeSets(page, designs);
  const ops = await waitingOps(page, id);
  expect([ops.line.length, ops.requests.length]).toEqual([4, 1]);
  const bystander = await phone.bystander();
  await page.close();
  await phone.stopWorkers(bystander);

  const call = phone.network.catchNext(calls[change].method, pathOf(change), point.at);
  phone.network.set('through');
  const tab = sender === 'worker' ? null : await phone.newTab(paths.terms.path);
  await expect
    .poll(async () => {
      // The browser wakes it again for as long as it has to wait.
      if (!tab && !call.isCaught()) await phone.wakeWorker(bystander);
      return call.isCaught();
    }, 'the change is sent')
    .toBe(true);
  if (point.isUnnoted) {
    await blockOutbox(bystander, id);
    const answered = bystander
      .context()
      .waitForEvent('requestfinished', (request) => pathOf(change).test(request.url()));
    await call.pass();
    await answered;
  }
  if (sender === 'browser') await phone.die();
  else {
    await tab?.close();
    await phone.stopWorkers(bystander);
    await bystander.close({ runBeforeUnload: false });
  }
  if (!point.isUnnoted) await expect.poll(call.isGivenUp, 'the sender is dead').toBe(true);

  const again = await phone.newTab(paths.terms.path);
  const arrived = () => stateOf(owner, death, again, ops);
  const wanted = {
    line: ops.line,
    cart: [designs[1]._id, designs[3]._id],
    wishlist: [designs[2]._id],
    requests: [{ images: 1 }],
    mailsTwice: [],
    waiting: { line: [], requests: [] },
  };
  await expect.poll(arrived).toEqual(wanted);
  if (point.isLate) {
    await call.pass();
    expect(await arrived(), 'after what came late').toEqual(wanted);
  }
  await again.close();
  await emptySets(owner, death);
}

/** Which of these changes the shop has, and which the phone still stores. */
async function stateOf(
  { phone: { api }, buyer }: Owner,
  { description }: Death,
  page: Page,
  ops: Awaited<ReturnType<typeof waitingOps>>,
) {
  const { token } = buyer;
  const done = api.sql(
    `SELECT key FROM idempotencyAnswers WHERE scope = ? AND callName != 'customRequest'
     ORDER BY rowid`,
    `account:${buyer.user._id}`,
  );
  const ours = new Set(ops.line);
  return {
    line: done.map(({ key }) => String(key)).filter((key) => ours.has(key)),
    cart: (await api.call('cart', { token })).items.map(({ productId }) => productId),
    wishlist: (await api.call('wishlist', { token })).items.map(({ _id }) => _id),
    requests: api.sql(
      `SELECT count(image.id) AS images FROM customRequests AS request
       LEFT JOIN customRequestImages AS image ON image.requestId = request.id
       WHERE description = ? GROUP BY request.id`,
      description,
    ),
    mailsTwice: api.sql(
      `SELECT recipient FROM mailOutbox WHERE instr(text, ?) GROUP BY recipient HAVING count(*) > 1`,
      description,
    ),
    waiting: await waitingOps(page, buyer.user._id),
  };
}

/** From another device, so that the next round starts like this one. */
async function emptySets({ phone: { api }, buyer }: Owner, { designs }: Death): Promise<void> {
  const { token } = buyer;
  for (const { _id: productId } of [designs[1], designs[3]]) {
    await api.call('cartRemove', { token, body: { productId } });
  }
  await api.call('wishlistRemove', { token, params: { id: designs[2]._id } });
}

function pathOf(name: CallName): RegExp {
  return new RegExp(`${callPath(name)}$`);
}

async function designsOnShop({ api }: KillablePhone): Promise<readonly Product[]> {
  return (await api.products()).slice(0, 24).filter(({ isBuyable }) => isBuyable);
}

function fourOf(designs: readonly Product[], turn: number): Designs {
  const at = (place: number) => designs[(turn * 4 + place) % designs.length];
  const [gone, first, wished, second] = [at(0), at(1), at(2), at(3)];
  if (!gone || !first || !wished || !second) throw new Error('The studio has no four designs');
  return [gone, first, wished, second];
}
