import { expect, test } from 'vitest';
import { letShopReturn, mostAfterReturn } from './returning-shop.ts';

/** `npm run trials -- --returning` takes more. */
const devices = 100;

test('devices that waited for the shop do not all come at once when it returns', async () => {
  const { normal, after, unsent } = await letShopReturn(devices);
  expect(after / normal, 'times the normal requests a second').toBeLessThanOrEqual(mostAfterReturn);
  expect(unsent, 'changes').toBe(0);
});
