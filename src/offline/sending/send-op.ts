import type { Client } from '#api/client.ts';
import type { ListOpKind, OutboxOp } from '#offline/outbox/rows.ts';
import { outcomeOf, ThisOpFailed } from '#offline/outbox/send-outcome.ts';
import type { SendAnswer } from '#offline/outbox/sold-counts.ts';

type Request = Client['request'];
type ListOp = Extract<OutboxOp, { readonly kind: ListOpKind }>;
type Send = (request: Request, args: ListOp['args'], idempotencyKey: string) => Promise<SendAnswer>;

const sends: Readonly<Record<ListOpKind, Send>> = {
  addToCart: (request, { productId, seenPrice, view }, idempotencyKey) =>
    request('cartAdd', {
      body: {
        productId,
        ...(seenPrice !== undefined && { seenPrice }),
        ...(view !== undefined && { view }),
      },
      idempotencyKey,
    }),
  removeFromCart: (request, { productId }, idempotencyKey) =>
    request('cartRemove', { body: { productId }, idempotencyKey }),
  wish: (request, { productId, view }, idempotencyKey) =>
    request('wishlistAdd', {
      body: { productId, ...(view !== undefined && { view }) },
      idempotencyKey,
    }),
  unwish: (request, { productId: id }, idempotencyKey) =>
    request('wishlistRemove', { params: { id }, idempotencyKey }),
};

/** Sends the call for an op. @throws ThisOpFailed if the server fails on it but is otherwise healthy, else ApiError */
export async function sendOp(request: Request, op: OutboxOp): Promise<SendAnswer> {
  try {
    return op.kind === 'countSold'
      ? await sendCount(request, op)
      : await sends[op.kind](request, op.args, op.opId);
  } catch (cause) {
    const isFault = outcomeOf(cause).kind === 'fault';
    throw isFault && (await isServerWell(request)) ? new ThisOpFailed(cause) : cause;
  }
}

function sendCount(
  request: Request,
  { opId, args: { sold }, createdAt }: Exclude<OutboxOp, ListOp>,
): Promise<SendAnswer> {
  const { licenceId, delta } = sold;
  return request('countSold', {
    body: { licenceId, delta, at: createdAt, opId },
    idempotencyKey: opId,
  });
}

/** A change of cart, wishlist or a count needs the database alone. */
function isServerWell(request: Request): Promise<boolean> {
  return request('ready', { query: { needs: 'database' } }).then(
    () => true,
    () => false,
  );
}
