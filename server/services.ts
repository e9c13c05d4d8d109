import type { BuiltShop } from './documents/built-shop.ts';
import type { OrderServices } from './orders/payments/order-services.ts';

/** The server's services; `createApp` takes them, `run.ts` and tests create them. */
export interface AppServices extends OrderServices {
  /** The built shop; null if only the API is served. */
  readonly shop: BuiltShop | null;
  /** The folder of the built back office; null if it isn't served. */
  readonly studioApp: string | null;
  /** How much memory cached public answers may take; see createPublicAnswers. */
  readonly answerBytes: number;
}
