import type { ShopSettings } from '#contract/shop/studio.ts';

export interface ButtonsRequest {
  readonly payments: ShopSettings['payments'];
  /** The provider's id of the order to pay. */
  readonly paypalOrderId: string;
  readonly onApprove: () => Promise<void>;
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}

/** Loads the provider's script and renders its buttons into `place`. Returns a function that removes them. @throws if it can't */
export async function renderProviderButtons(
  place: HTMLElement,
  { payments, paypalOrderId, onApprove, onCancel, onError }: ButtonsRequest,
): Promise<() => void> {
  const { loadScript } = await import('@paypal/paypal-js');
  const paypal = await loadScript({
    clientId: payments.clientId,
    sdkBaseUrl: payments.sdkUrl,
    currency: 'USD',
    intent: 'capture',
    components: 'buttons',
  });
  if (!paypal?.Buttons) throw new Error("the provider's script has no buttons");
  const buttons = paypal.Buttons({
    createOrder: async () => paypalOrderId,
    onApprove,
    onCancel,
    onError,
  });
  await buttons.render(place);
  return () => void buttons.close().catch(() => {});
}
