import type { Client } from '#api/client.ts';
import type { OpKind, OutboxOp } from './rows.ts';

type Request = Client['request'];
type Send = (
  request: Request,
  productId: string,
  idempotencyKey: string,
) => Promise<{ readonly version: number }>;

const sends: Readonly<Record<OpKind, Send>> = {
  addToCart: (request, productId, idempotencyKey) =>
    request('cartAdd', { body: { productId }, idempotencyKey }),
  removeFromCart: (request, productId, idempotencyKey) =>
    request('cartRemove', { body: { productId }, idempotencyKey }),
  wish: (request, productId, idempotencyKey) =>
    request('wishlistAdd', { body: { productId }, idempotencyKey }),
  unwish: (request, id, idempotencyKey) =>
    request('wishlistRemove', { params: { id }, idempotencyKey }),
};

/** The call that carries an op. @throws ApiError */
export function sendOp(request: Request, op: OutboxOp): Promise<{ readonly version: number }> {
  return sends[op.kind](request, op.args.productId, op.opId);
}
