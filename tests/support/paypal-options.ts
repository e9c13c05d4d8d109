/** With these, a PayPal client needs a clock, a log and a network. */
export const paypalOptions = {
  clientId: 'id',
  clientSecret: 'secret',
  webhookId: 'HOOK',
  apiUrl: 'https://api.example',
  sdkUrl: 'https://sdk.example/sdk/js',
  standIn: null,
};
