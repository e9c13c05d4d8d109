/** A refusal by the payment provider that the shop has to correct, with its times. */
export interface PaymentTrouble {
  /** What was asked of the provider. */
  readonly operation: 'create' | 'capture' | 'refund';
  /** The provider's code. */
  readonly issue: string;
  /** When it first came up. */
  readonly since: string;
  /** When the provider last answered so. */
  readonly lastAt: string;
  /** When the studio was last mailed about it. */
  readonly mailedAt: string;
  /** When it was found to work again; null while it doesn't. */
  readonly endedAt: string | null;
}

export interface PaymentTroubles {
  /** One for each operation and issue; those of the last day. */
  readonly troubles: readonly PaymentTrouble[];
  /** When the shop next tries whether it works again; null while no payment is stopped. */
  readonly nextTryAt: string | null;
}
