import type { BuiltShop } from './documents/built-shop.ts';
import type { OrderServices } from './orders/payments/order-services.ts';

/** What the server is made of; `createApp` takes them, `run.ts` and tests make them. */
export interface AppServices extends OrderServices {
  /** The built shop; null where only the API is served. */
  readonly shop: BuiltShop | null;
  /** The folder of the built back office; null where it isn't served. */
  readonly studioApp: string | null;
  /** How much memory the public answers kept ready may take; see createPublicAnswers. */
  readonly answerBytes: number;
}
