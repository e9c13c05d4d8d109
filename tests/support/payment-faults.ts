import type { Fetch } from '#server/orders/payments/paypal-connection.ts';

/** The purpose of a request to the provider. */
export type Operation = 'token' | 'create' | 'get' | 'capture' | 'refund' | 'verify' | 'other';

/** Replaces forwarding a request, or changes its answer; `giveUp` ends the shop's wait for it. */
export type Fault = (pass: () => Promise<Response>, giveUp: () => void) => Promise<Response>;

/** The provider with faults between it and the shop. */
export interface FaultyProvider {
  readonly fetch: Fetch;
  /** Every request that came, in order, forwarded or not. */
  readonly calls: Operation[];
  /** The `PayPal-Request-Id` of every capture request. */
  readonly captureKeys: (string | null)[];
  /** Applies faults to the next requests for `operation`, one each. */
  plan(operation: Operation, ...faults: readonly Fault[]): void;
  /** Cancels planned faults that no request has met. */
  recover(): void;
  /** Makes the provider ignore every `PayPal-Request-Id` from now on. */
  forgetKeys(): void;
  /** Applies a fault to every request about this provider order from now on. */
  spoil(providerOrderId: string, fault: Fault): void;
  /** The orders of the requests that met it, in order. */
  readonly spoiled: string[];
}

export function withFaults(inner: Fetch): FaultyProvider {
  const planned: { operation: Operation; fault: Fault }[] = [];
  const calls: Operation[] = [];
  const captureKeys: (string | null)[] = [];
  const faults = new Map<string, Fault>();
  const spoiled: string[] = [];
  let isForgetful = false;
  return {
    spoiled,
    spoil(providerOrderId, fault) {
      faults.set(providerOrderId, fault);
    },
    calls,
    captureKeys,
    plan(operation, ...faults) {
      planned.push(...faults.map((fault) => ({ operation, fault })));
    },
    recover() {
      planned.length = 0;
    },
    forgetKeys() {
      isForgetful = true;
    },
    async fetch(url, init) {
      const operation = operationOf(url, init.method ?? 'GET');
      calls.push(operation);
      const headers = new Headers(init.headers);
      if (operation === 'capture') captureKeys.push(headers.get('PayPal-Request-Id'));
      if (isForgetful) headers.delete('PayPal-Request-Id');
      const pass = () => inner(url, { ...init, headers });
      const giveUp = () => init.signal?.dispatchEvent(new Event('abort'));
      ignoreRealTime(init.signal);
      const about = url.split('/').find((part) => faults.has(part)) ?? '';
      const fault = faults.get(about);
      if (fault) {
        spoiled.push(about);
        return fault(pass, giveUp);
      }
      const place = planned.findIndex((each) => each.operation === operation);
      const [next] = place === -1 ? [] : planned.splice(place, 1);
      return next ? next.fault(pass, giveUp) : pass();
    },
  };
}

/** Keeps the real clock from ending a wait, so that a slow machine isn't a provider that doesn't answer. */
function ignoreRealTime(signal: AbortSignal | null | undefined): void {
  signal?.addEventListener('abort', (event) => {
    if (event.isTrusted) event.stopImmediatePropagation();
  });
}

export function operationOf(url: string, method: string): Operation {
  if (url.endsWith('/v1/oauth2/token')) return 'token';
  if (url.endsWith('/v2/checkout/orders')) return 'create';
  if (url.endsWith('/capture')) return 'capture';
  if (url.endsWith('/refund')) return 'refund';
  if (url.endsWith('/verify-webhook-signature')) return 'verify';
  return method === 'GET' && url.includes('/v2/checkout/orders/') ? 'get' : 'other';
}

/** The connection breaks before the provider receives anything. */
export const dropBefore: Fault = async () => {
  throw new TypeError('fetch failed');
};

/** The provider did it; the answer is lost. */
export const dropAfter: Fault = async (pass) => {
  await pass();
  throw new TypeError('fetch failed');
};

/** How long until a hanging request is given up, in milliseconds. */
const patienceMs = 150;

/** Never answers, and does nothing. */
export const hang: Fault = (_, giveUp) => {
  setTimeout(giveUp, patienceMs);
  return new Promise(() => undefined);
};

/** Does it, and never answers. */
export const hangAfter: Fault = async (pass, giveUp) => {
  await pass();
  return hang(pass, giveUp);
};

export function answering(status: number, body: string): Fault {
  return async () => new Response(body, { status });
}

/** The provider did it, but answers something else. */
export function answeringAfter(status: number, body: string): Fault {
  return async (pass) => {
    await pass();
    return new Response(body, { status });
  };
}

/** A refusal in PayPal's format. */
export function refusing(status: number, issue: string): Fault {
  const name = status === 404 ? 'RESOURCE_NOT_FOUND' : 'UNPROCESSABLE_ENTITY';
  return answering(status, JSON.stringify({ name, details: [{ issue }] }));
}

/** The provider did it; its answer is changed on the way, as if it had done something else. */
export function altered(change: (text: string) => string): Fault {
  return async (pass) => {
    const response = await pass();
    return new Response(change(await response.text()), { status: response.status });
  };
}
