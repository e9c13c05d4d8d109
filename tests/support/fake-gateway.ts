import type {
  PaymentGateway,
  ProviderNotice,
  ProviderOrder,
  ProviderResult,
  ProviderWebhook,
} from '#server/orders/payments/gateway.ts';

type GatewayCall =
  | 'createOrder'
  | 'captureOrder'
  | 'getOrder'
  | 'refundCapture'
  | 'tryOrder'
  | 'verifyWebhook';

/** A payment provider in memory that tests can inspect. */
export interface FakeGateway extends PaymentGateway {
  /** Everything the provider knows, by its order id. */
  readonly orders: Map<string, ProviderOrder & { readonly cents: number }>;
  /** Each call with its arguments, in order. */
  readonly calls: { readonly name: GatewayCall; readonly args: readonly unknown[] }[];
  /** What a buyer does at the provider. */
  approve(providerOrderId: string): void;
  /** Makes the next call of this name return this result without taking effect. */
  answerOnce(name: GatewayCall, result: ProviderResult<never>): void;
  /** Makes the next call of this name take effect but lose its answer. */
  dropOnce(name: GatewayCall): void;
  /** The result of verifyWebhook: null is a forged signature. */
  notice: ProviderNotice | null;
  /** Sends an example notice to an address; does nothing unless a test replaces it. */
  deliver: (url: string) => Promise<ProviderResult<null>>;
  /** The result of readWebhook. */
  webhook: ProviderResult<ProviderWebhook | null>;
}

/** A payment provider that accepts everything unless told otherwise; a repeated request id has one effect. */
export function makeFakeGateway(): FakeGateway {
  const orders: FakeGateway['orders'] = new Map();
  const calls: FakeGateway['calls'] = [];
  const scripted = new Map<GatewayCall, ProviderResult<never>[]>();
  const dropped = new Set<GatewayCall>();
  const byRequest = new Map<string, ProviderResult<unknown>>();
  let count = 0;

  async function run<T>(
    name: GatewayCall,
    args: readonly unknown[],
    requestId: string | null,
    effect: () => ProviderResult<T>,
  ): Promise<ProviderResult<T>> {
    calls.push({ name, args });
    const instead = scripted.get(name)?.shift();
    if (instead) return instead;
    const known = requestId === null ? undefined : byRequest.get(`${name} ${requestId}`);
    const result = (known as ProviderResult<T> | undefined) ?? effect();
    if (requestId !== null) byRequest.set(`${name} ${requestId}`, result);
    if (dropped.delete(name)) return { kind: 'unknown', reason: 'the answer was lost' };
    return result;
  }

  const missing = { kind: 'refused', issue: 'RESOURCE_NOT_FOUND', status: 404 } as const;

  const gateway: FakeGateway = {
    clientId: 'fake-client',
    sdkUrl: 'https://provider.example',
    isPractice: true,
    timeoutMs: 200,
    standIn: null,
    orders,
    calls,
    notice: null,
    deliver: async () => ({ kind: 'ok', value: null }),
    webhook: {
      kind: 'ok',
      value: { url: 'https://shop.test/api/payments/webhook', types: ['*'] },
    },
    approve(id) {
      const order = orders.get(id);
      if (!order) throw new Error(`the provider has no order ${id}`);
      orders.set(id, { ...order, status: 'APPROVED', method: 'paypal' });
    },
    answerOnce(name, result) {
      scripted.set(name, [...(scripted.get(name) ?? []), result]);
    },
    dropOnce(name) {
      dropped.add(name);
    },
    createOrder(order) {
      return run('createOrder', [order], order.requestId, () => {
        count += 1;
        const id = `PROVIDER-${count}`;
        const { cents } = order.amount;
        const { reference } = order;
        orders.set(id, {
          id,
          status: 'CREATED',
          reference,
          captures: [],
          refunds: [],
          method: null,
          cents,
        });
        return { kind: 'ok', value: { id } };
      });
    },
    captureOrder(id, requestId) {
      return run('captureOrder', [id, requestId], requestId, () => {
        const order = orders.get(id);
        if (!order) return missing;
        if (order.status === 'COMPLETED') {
          return { kind: 'refused', issue: 'ORDER_ALREADY_CAPTURED', status: 422 };
        }
        if (order.status !== 'APPROVED') {
          return { kind: 'refused', issue: 'ORDER_NOT_APPROVED', status: 422 };
        }
        const amount = { cents: order.cents, currency: 'USD' };
        const capture = { id: `CAPTURE-${id}`, status: 'COMPLETED', amount } as const;
        const completed = { ...order, status: 'COMPLETED', captures: [capture] } as const;
        orders.set(id, completed);
        return { kind: 'ok', value: completed };
      });
    },
    getOrder(id) {
      return run('getOrder', [id], null, () => {
        const order = orders.get(id);
        return order ? { kind: 'ok', value: order } : missing;
      });
    },
    refundCapture(refund) {
      return run('refundCapture', [refund], refund.requestId, () => {
        const order = [...orders.values()].find(({ captures }) =>
          captures.some(({ id }) => id === refund.captureId),
        );
        const [capture] = order?.captures ?? [];
        if (!order || !capture) return missing;
        const { amount = capture.amount, reference = null } = refund;
        const id = `REFUND-${refund.captureId}-${order.refunds.length + 1}`;
        const made = { id, status: 'COMPLETED', amount, reference } as const;
        orders.set(order.id, { ...order, refunds: [...order.refunds, made] });
        return { kind: 'ok', value: made };
      });
    },
    tryOrder: () => run('tryOrder', [], null, () => ({ kind: 'ok', value: null })),
    checkCredentials: async () => ({ kind: 'ok', value: null }),
    readWebhook: async () => gateway.webhook,
    sendExampleNotice: (url) => gateway.deliver(url),
    verifyWebhook(headers, rawBody) {
      return run('verifyWebhook', [headers, rawBody], null, () => ({
        kind: 'ok',
        value: gateway.notice,
      }));
    },
    close: () => undefined,
  };
  return gateway;
}
