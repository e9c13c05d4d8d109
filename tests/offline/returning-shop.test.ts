import { expect, test } from 'vitest';
import { letShopReturn, maxTimesNormal } from './returning-shop.ts';

/** `npm run trials -- --returning` uses more. */
const devices = 100;

test('devices spread their requests, both during an outage and after it', async () => {
  const { normal, away, after, unsent } = await letShopReturn(devices);
  for (const [when, most] of Object.entries({ away, after })) {
    const message = `times the normal requests a second, ${when}`;
    expect(most / normal, message).toBeLessThanOrEqual(maxTimesNormal);
  }
  expect(unsent, 'changes').toBe(0);
});
