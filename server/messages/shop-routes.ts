import type { Context, Hono } from 'hono';
import { calls } from '#contract/shop/calls.ts';
import { requestTokenHeader } from '#contract/shop/own-paths.ts';
import { threadParams } from '#contract/shop/thread.ts';
import { idPattern } from '#contract/wire/id-pattern.ts';
import { claimByAddress } from '../commissions/claim-requests.ts';
import { pictureAnswer } from '../commissions/picture-answer.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { idempotencyKey, keyScope } from '../platform/http/idempotency.ts';
import { spend } from '../platform/http/limit.ts';
import { parsePart } from '../platform/http/parse.ts';
import { routePath } from '../platform/http/serve.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { accountOf, assertMayCall, notSignedIn } from '../platform/sign-in/signed-in.ts';
import { type About, openAsBuyer, openThread } from './open-thread.ts';
import { presentThread, threadsOfAccount } from './read-threads.ts';
import { receiveMessage } from './receive-message.ts';
import { threadOfLink } from './thread-links.ts';

/** Per account, thread of a mailed link, or address. Repeats of a message count too, because each may send 40 MB. */
const hourLimit = { count: 20, windowMs: 3_600_000 };
const dayLimit = { count: 60, windowMs: 86_400_000 };

/** A buyer's messages to the studio, about a request, an order or a design. */
export function messageRoutes(app: Hono, services: Services): void {
  const { clock, files } = services;
  const { read } = services.database;
  const linked = (token: string) => threadOfLink(read, token, clock());

  serveShop(app, services, 'ownThreads', async ({ account }) => {
    await claimByAddress(services, account.id);
    return { threads: await threadsOfAccount(read, account.id) };
  });

  serveShop(app, services, 'ownThread', async ({ account, params, query: { earlierThan } }) => {
    const buyer = { account, token: undefined };
    return presentThread(read, await openAsBuyer(read, params, buyer, clock()), earlierThan);
  });

  serveShop(app, services, 'linkedThread', async ({ body: { token, earlierThan } }) => {
    const id = await linked(token);
    const { kind } = (await read
      .selectFrom('threads')
      .select('kind')
      .where('id', '=', id)
      .executeTakeFirst()) ?? { kind: 'request' };
    return presentThread(read, await openThread(read, { kind, id }), earlierThan);
  });

  app.post(routePath(calls.sendMessage), async (context) => {
    const about = parsePart(threadParams, context.req.param(), 'NOT_FOUND') as About;
    const account = await accountOf(services, context);
    const token = context.req.header(requestTokenHeader);
    // A device that is still signed in sends no name, so it keeps the message until its buyer signs in again.
    const isSignedOut = !account && context.req.header('authorization') !== undefined;
    if (isSignedOut && token === undefined) throw notSignedIn();
    const address = clientAddress(services, context);
    const sender = account?.id ?? (token === undefined ? address : await linked(token));
    await spend(services, `message:hour:${sender}`, hourLimit);
    await spend(services, `message:day:${sender}`, dayLimit);
    // As of a custom request, with or without an account.
    const scopes = [keyScope(null), keyScope(account)] as const;
    const keyed = { key: idempotencyKey(context), scopes };
    const buyer = { account, token };
    const answer = await receiveMessage(
      ...([services, context.req.raw, about, buyer, keyed, address] as const),
    );
    context.header('Cache-Control', 'no-store');
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });

  // `messagePicturePath`
  app.get('/api/message-pictures/:id', async (context) => {
    const id = context.req.param('id');
    const pictures = idPattern.test(id) ? await visiblePictures(services, context) : null;
    return pictureAnswer(
      files,
      await pictures?.where('messagePictures.id', '=', id).executeTakeFirst(),
    );
  });
}

/** The pictures that the asking person may see. @throws NOT_SIGNED_IN, NOT_FOUND */
async function visiblePictures(services: Services, context: Context) {
  const { read } = services.database;
  const pictures = read
    .selectFrom('messagePictures')
    .innerJoin('threadMessages', 'threadMessages.id', 'messageId')
    .innerJoin('threads', 'threads.id', 'threadId')
    .leftJoin('customRequests', 'customRequests.id', 'requestId')
    .select(['upload', 'position']);
  const token = context.req.header(requestTokenHeader);
  if (token !== undefined) {
    return pictures.where('threadId', '=', await threadOfLink(read, token, services.clock()));
  }
  const account = await accountOf(services, context);
  assertMayCall('account', account);
  const id = account?.id ?? '';
  return pictures.where((row) =>
    row.or([row('threads.accountId', '=', id), row('customRequests.accountId', '=', id)]),
  );
}
