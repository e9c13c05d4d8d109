/** An amount as the provider counts it: integer cents and an ISO currency. */
export interface ProviderAmount {
  readonly cents: number;
  readonly currency: string;
}

/** One capture at the provider. Only `COMPLETED` moved money. */
export interface ProviderCapture {
  readonly id: string;
  readonly status:
    | 'COMPLETED'
    | 'DECLINED'
    | 'PENDING'
    | 'FAILED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED';
  readonly amount: ProviderAmount;
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
    | 'PAYER_ACTION_REQUIRED';
  /** Our order id, as sent with create. */
  readonly reference: string | null;
  readonly captures: readonly ProviderCapture[];
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

/** A notice of the provider whose signature held. */
export interface ProviderNotice {
  readonly id: string;
  readonly type: string;
  readonly providerOrderId: string | null;
  readonly capture: ProviderCapture | null;
  readonly refund: {
    readonly id: string;
    readonly amount: ProviderAmount;
    readonly captureId: string | null;
  } | null;
}

/** The payment provider behind one interface; paypal.ts is the real one, over a configurable address. */
export interface PaymentGateway {
  /** What the shop's page needs to load the provider's script. */
  readonly clientId: string;
  readonly sdkUrl: string;
  readonly isPractice: boolean;
  createOrder(order: {
    readonly reference: string;
    readonly orderNumber: string;
    readonly amount: ProviderAmount;
    readonly requestId: string;
  }): Promise<ProviderResult<{ readonly id: string }>>;
  captureOrder(providerOrderId: string, requestId: string): Promise<ProviderResult<ProviderOrder>>;
  getOrder(providerOrderId: string): Promise<ProviderResult<ProviderOrder>>;
  /** Refunds a capture, in full without an amount. */
  refundCapture(
    captureId: string,
    requestId: string,
    amount?: ProviderAmount,
  ): Promise<ProviderResult<{ readonly id: string }>>;
  /** The notice in a webhook call, or null when its signature does not hold. */
  verifyWebhook(headers: Headers, rawBody: string): Promise<ProviderResult<ProviderNotice | null>>;
}
