import type { CatalogueServices } from '../../catalogue/catalogue-services.ts';
import type { PaymentGateway } from './gateway.ts';

/** For what sells designs and asks the payment provider. */
export interface OrderServices extends CatalogueServices {
  readonly gateway: PaymentGateway;
}
