import type { Client } from '#api/client.ts';
import type { OpKind, OutboxOp } from '#offline/outbox/rows.ts';
import { OwnFailure, outcomeOf } from '#offline/outbox/send-outcome.ts';

type Request = Client['request'];
type Send = (
  request: Request,
  args: OutboxOp['args'],
  idempotencyKey: string,
) => Promise<{ readonly version: number }>;

const sends: Readonly<Record<OpKind, Send>> = {
  addToCart: (request, { productId, seenPrice }, idempotencyKey) =>
    request('cartAdd', {
      body: { productId, ...(seenPrice !== undefined && { seenPrice }) },
      idempotencyKey,
    }),
  removeFromCart: (request, { productId }, idempotencyKey) =>
    request('cartRemove', { body: { productId }, idempotencyKey }),
  wish: (request, { productId }, idempotencyKey) =>
    request('wishlistAdd', { body: { productId }, idempotencyKey }),
  unwish: (request, { productId: id }, idempotencyKey) =>
    request('wishlistRemove', { params: { id }, idempotencyKey }),
};

/** Sends the call for an op. @throws OwnFailure if the server fails on it but is otherwise healthy, else ApiError */
export async function sendOp(
  request: Request,
  op: OutboxOp,
): Promise<{ readonly version: number }> {
  try {
    return await sends[op.kind](request, op.args, op.opId);
  } catch (cause) {
    const isFault = outcomeOf(cause).kind === 'fault';
    throw isFault && (await isServerWell(request)) ? new OwnFailure('', { cause }) : cause;
  }
}

function isServerWell(request: Request): Promise<boolean> {
  return request('health').then(
    () => true,
    () => false,
  );
}
