import type { Hono } from 'hono';
import type { Amount } from '#contract/wire/money.ts';

/** A capture at the provider. Money moved only if it is `COMPLETED`; `OTHER` is any status not listed here. */
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
  /** What the provider keeps of it. Missing while that is unknown. */
  readonly fee?: Amount;
  /** When it was made, as the provider says; missing if it doesn't. */
  readonly at?: string;
  /** The provider's code for why it isn't complete. */
  readonly reason?: string;
}

/**
 * A refund at the provider. Money moved only if it is `COMPLETED`. `reference` is what we sent with it: the
 * id of the order item or of the order.
 */
export interface ProviderRefund {
  readonly id: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED' | 'OTHER';
  readonly amount: Amount;
  readonly reference: string | null;
  /** When it was made, as the provider says; missing if it doesn't. */
  readonly at?: string;
  /** The provider's code for why it isn't complete. */
  readonly reason?: string;
}

/** An order at the provider, as its GET returns it. */
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
  /** Our order id, as sent on creation. */
  readonly reference: string | null;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
  /** How the buyer paid, such as `card` or `paypal`; null while unknown. */
  readonly method: string | null;
}

/**
 * The result of a call to the provider. `denied`: it refused the shop's credentials or permissions, so the call took
 * no effect. `unknown`: no trustworthy answer came back, and the call may or may not have taken effect, so call
 * `getOrder` before anything else.
 */
export type ProviderResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | ProviderRefusal
  | { readonly kind: 'unknown'; readonly reason: string };

export interface ProviderRefusal {
  readonly kind: 'refused' | 'denied';
  /** The provider's code. */
  readonly issue: string;
  readonly status: number;
}

/** A webhook notice whose signature is valid. It only says where to look; `getOrder` says what is true. */
export interface ProviderNotice {
  readonly id: string;
  readonly type: string;
  readonly providerOrderId: string | null;
  readonly captureId: string | null;
  /** Our order number, as sent on creation. */
  readonly orderNumber: string | null;
  readonly refund: ProviderRefund | null;
  readonly dispute: {
    readonly id: string;
    /** Null if the notice doesn't say. */
    readonly amount: Amount | null;
    readonly isClosed: boolean;
  } | null;
}

/** A webhook as it is set up at the provider. `types` are those of its notices; `*` is all. */
export interface ProviderWebhook {
  readonly url: string;
  readonly types: readonly string[];
}

/** The payment provider behind one interface. paypal.ts is the real one, at a configurable address. */
export interface PaymentGateway {
  /** What the shop's page needs to load the provider's script; `sdkUrl` is its address without the query. */
  readonly clientId: string;
  readonly sdkUrl: string;
  readonly isPractice: boolean;
  /** How long a call waits for an answer before it ends as `unknown`. */
  readonly timeoutMs: number;
  /** The built-in stand-in's own pages, mounted at `practicePath`; null with a real provider. */
  readonly standIn: Hono | null;
  createOrder(order: {
    readonly reference: string;
    readonly orderNumber: string;
    readonly amount: Amount;
    readonly requestId: string;
  }): Promise<ProviderResult<{ readonly id: string }>>;
  captureOrder(providerOrderId: string, requestId: string): Promise<ProviderResult<ProviderOrder>>;
  getOrder(providerOrderId: string): Promise<ProviderResult<ProviderOrder>>;
  /** Refunds a capture, in full if no amount is given. `reference`: the id of the order item or order. */
  refundCapture(refund: {
    readonly captureId: string;
    readonly requestId: string;
    readonly amount?: Amount;
    readonly reference?: string;
  }): Promise<ProviderResult<Pick<ProviderRefund, 'id' | 'status' | 'reason'>>>;
  /** Creates an order that nobody will pay, to learn whether the provider takes orders of this shop. */
  tryOrder(): Promise<ProviderResult<null>>;
  /** Signs in with the shop's credentials, which changes nothing. */
  checkCredentials(): Promise<ProviderResult<null>>;
  /** Where the provider sends its notices, as set up there; null if it knows no such webhook. */
  readWebhook(): Promise<ProviderResult<ProviderWebhook | null>>;
  /** Makes the provider send an example notice to an address. Its signature can't be verified. */
  sendExampleNotice(url: string): Promise<ProviderResult<null>>;
  /** Returns the notice in a webhook call, or null if its signature is invalid. */
  verifyWebhook(headers: Headers, rawBody: string): Promise<ProviderResult<ProviderNotice | null>>;
  /** Closes the stand-in's database. */
  close(): void;
}
