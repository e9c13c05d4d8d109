import { serve } from '@hono/node-server';
import { createPracticePaypal } from './practice-paypal.ts';
import { openPracticeStore } from './practice-store.ts';

/**
 * Runs the stand-in as a process of its own: `node server/orders/payments/practice/standalone.ts PORT FILE`.
 * The shop reaches it like any provider, with PAYPAL_CLIENT_ID=practice PAYPAL_CLIENT_SECRET=practice
 * PAYPAL_API_URL=http://127.0.0.1:PORT PAYPAL_SDK_URL=http://127.0.0.1:PORT.
 */
const [port, file] = process.argv.slice(2);
if (!port || !file) {
  process.stderr.write('usage: node server/orders/payments/practice/standalone.ts PORT FILE\n');
  process.exit(2);
}
const store = openPracticeStore(file);
const app = createPracticePaypal({
  store,
  clock: () => new Date(),
  clientId: 'practice',
  clientSecret: 'practice',
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, (address) => {
  process.stdout.write(`practice provider at http://127.0.0.1:${address.port}\n`);
});
