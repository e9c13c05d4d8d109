/** The settings of a shop whose payments move money. */
export const livePayments = {
  PAYPAL_ENVIRONMENT: 'live',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
};
