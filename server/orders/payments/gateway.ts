import type { Hono } from 'hono';
import type { Amount } from '#contract/wire/money.ts';

/** One capture at the provider. Only `COMPLETED` moved money; `OTHER` is a status the contract doesn't name. */
export interface ProviderCapture {
  readonly id: string;
  readonly status:
    | 'COMPLETED'
    | 'DECLINED'
    | 'PENDING'
    | 'FAILED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED'
    | 'OTHER';
  readonly amount: Amount;
}

/**
 * Money that goes back; only `COMPLETED` moved it. `reference` is what we sent with it: the id of the
 * order item it is for, or of the order.
 */
export interface ProviderRefund {
  readonly id: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED' | 'OTHER';
  readonly amount: Amount;
  readonly reference: string | null;
}

/** An order at the provider, as its GET answers it. */
export interface ProviderOrder {
  readonly id: string;
  readonly status:
    | 'CREATED'
    | 'SAVED'
    | 'APPROVED'
    | 'VOIDED'
    | 'COMPLETED'
    | 'PAYER_ACTION_REQUIRED'
    | 'OTHER';
  /** Our order id, as sent with create. */
  readonly reference: string | null;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
  /** How the buyer paid, such as `card` or `paypal`; null while unknown. */
  readonly method: string | null;
}

/**
 * What a call to the provider ended in. `unknown`: no answer that can be trusted came back; the
 * effect may or may not have taken place, so ask with `getOrder` before anything else.
 */
export type ProviderResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly issue: string; readonly status: number }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A notice of the provider whose signature held. It says where to look; what is true is asked with `getOrder`. */
export interface ProviderNotice {
  readonly id: string;
  readonly type: string;
  readonly providerOrderId: string | null;
  readonly captureId: string | null;
  /** Our order number, as sent with create. */
  readonly orderNumber: string | null;
  readonly refund: ProviderRefund | null;
  readonly dispute: {
    readonly id: string;
    /** Null where the notice doesn't say. */
    readonly amount: Amount | null;
    readonly isClosed: boolean;
  } | null;
}

/** The payment provider behind one interface; paypal.ts is the real one, over a configurable address. */
export interface PaymentGateway {
  /** What the shop's page needs to load the provider's script: `sdkUrl` is its address without the query. */
  readonly clientId: string;
  readonly sdkUrl: string;
  readonly isPractice: boolean;
  /** After this long a call without an answer ends as `unknown`. */
  readonly timeoutMs: number;
  /** The built-in stand-in's own pages, for `practicePath`; null where a real provider is asked. */
  readonly standIn: Hono | null;
  createOrder(order: {
    readonly reference: string;
    readonly orderNumber: string;
    readonly amount: Amount;
    readonly requestId: string;
  }): Promise<ProviderResult<{ readonly id: string }>>;
  captureOrder(providerOrderId: string, requestId: string): Promise<ProviderResult<ProviderOrder>>;
  getOrder(providerOrderId: string): Promise<ProviderResult<ProviderOrder>>;
  /** Gives a capture back, in full without an amount. `reference`: the order item or the order it is for. */
  refundCapture(refund: {
    readonly captureId: string;
    readonly requestId: string;
    readonly amount?: Amount;
    readonly reference?: string;
  }): Promise<ProviderResult<Pick<ProviderRefund, 'id' | 'status'>>>;
  /** The notice in a webhook call, or null when its signature does not hold. */
  verifyWebhook(headers: Headers, rawBody: string): Promise<ProviderResult<ProviderNotice | null>>;
  /** Closes the database of the stand-in. */
  close(): void;
}
