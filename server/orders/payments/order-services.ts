import type { CatalogueServices } from '../../catalogue/catalogue-services.ts';
import type { PaymentGateway } from './gateway.ts';

/** The services for selling designs and calling the payment provider. */
export interface OrderServices extends CatalogueServices {
  readonly gateway: PaymentGateway;
}
