import type { Context, Hono } from 'hono';
import type * as v from 'valibot';
import { calls } from '#contract/shop/calls.ts';
import { idPattern } from '#contract/wire/id-pattern.ts';
import { pictureAnswer } from '../commissions/picture-answer.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { answerOnce, hashRequest, idempotencyKey, keyScope } from '../platform/http/idempotency.ts';
import { spend } from '../platform/http/limit.ts';
import { parsePart } from '../platform/http/parse.ts';
import { routePath } from '../platform/http/serve.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { accountOf, assertMayCall, notSignedIn } from '../platform/sign-in/signed-in.ts';
import { reviewsOfAccount, reviewsOfDesign } from './read-reviews.ts';
import { receiveReview, takeBackReview } from './receive-review.ts';

const { params: designParams } = calls.sendReview;
type DesignParams = v.InferOutput<typeof designParams>;

/** Per account. Repeats of a review count too, because each may send a photo. */
const hourLimit = { count: 60, windowMs: 3_600_000 };

/** The most reviews of an account that come in an answer. */
const mostOwn = 1000;

/** What buyers say about designs that they bought. */
export function reviewRoutes(app: Hono, services: Services): void {
  const { read } = services.database;

  serveShop(app, services, 'designReviews', ({ params, query }) =>
    reviewsOfDesign(read, params.id, query.page),
  );

  serveShop(app, services, 'ownReviews', async ({ account }) => ({
    reviews: await reviewsOfAccount(read, account.id, mostOwn),
  }));

  /** Whose review of which design a request is about, and its key. @throws NOT_SIGNED_IN, FORBIDDEN, NOT_FOUND, TOO_MANY */
  async function readRequest(context: Context) {
    const { id } = parsePart(designParams, context.req.param(), 'NOT_FOUND') as DesignParams;
    const account = await accountOf(services, context);
    assertMayCall(calls.sendReview.access, account);
    if (!account) throw notSignedIn();
    await spend(services, `review:${account.id}`, hourLimit);
    return {
      account,
      of: { accountId: account.id, productId: id },
      keyed: { key: idempotencyKey(context), scopes: [keyScope(account)] } as const,
    };
  }

  app.post(routePath(calls.sendReview), async (context) => {
    const { account, of, keyed } = await readRequest(context);
    const address = clientAddress(services, context);
    return jsonAnswer(await receiveReview(services, context.req.raw, account, of, keyed, address));
  });

  app.delete(routePath(calls.takeBackReview), async (context) => {
    const { of, keyed } = await readRequest(context);
    const hash = hashRequest('takeBackReview', of);
    const once = { name: 'takeBackReview', ...keyed, hash } as const;
    const { json } = await answerOnce(services, once, async (change) => {
      await takeBackReview(change, of);
      return { message: 'Your review is taken back.' };
    });
    return jsonAnswer(json);
  });

  // `reviewPhotoPath`
  app.get('/api/review-photos/:id', (context) => photoAnswer(services, context));
}

function jsonAnswer(json: string): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return new Response(json, { headers });
}

async function photoAnswer(services: Services, context: Context): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const { database, files } = services;
  const review = idPattern.test(id)
    ? await database.read
        .selectFrom('reviews')
        .select(['upload', 'state', 'accountId'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  const mayBeSeen =
    review &&
    (review.state === 'shown' || (await accountOf(services, context))?.id === review.accountId);
  const upload = mayBeSeen ? review.upload : null;
  const answer = await pictureAnswer(files, upload === null ? undefined : { upload, position: 0 });
  // A changed review has another id. One that was taken down stays in caches for an hour.
  if (review?.state === 'shown') answer.headers.set('Cache-Control', 'public, max-age=3600');
  return answer;
}
