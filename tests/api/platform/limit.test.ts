import { expect, test } from 'vitest';
import { spend } from '#server/platform/http/limit.ts';
import { makeServices } from '#tests/support/make-services.ts';

const hour = 3_600_000;
const limit = { count: 2, windowMs: hour };

test('a limit holds until its window ends', async () => {
  const services = await makeServices();
  await spend(services, 'key', limit);
  await spend(services, 'key', limit);
  services.pass(hour - 1);
  await expect(spend(services, 'key', limit)).rejects.toMatchObject({ retryAfter: 1 });
  services.pass(1);
  await spend(services, 'key', limit);
});

test('a window that started while the clock was ahead ends once the clock is right again', async () => {
  const services = await makeServices();
  services.pass(30 * 24 * hour);
  for (let count = 0; count < limit.count; count += 1) await spend(services, 'key', limit);
  services.pass(-30 * 24 * hour);

  await spend(services, 'key', limit);
  await spend(services, 'key', limit);
  await expect(spend(services, 'key', limit)).rejects.toMatchObject({ code: 'TOO_MANY' });
});

test.each([
  [1, '1 minute'],
  [hour, '60 minutes'],
  [24 * hour, '24 hours'],
])('past a limit of %i ms it says to try again in %s', async (windowMs, wait) => {
  const services = await makeServices();
  const once = { count: 1, windowMs };
  await spend(services, 'key', once);
  await expect(spend(services, 'key', once)).rejects.toMatchObject({
    message: `Too many attempts. Try again in ${wait}.`,
  });
});

test('says in its own words when to try again', async () => {
  const services = await makeServices();
  const once = { count: 1, windowMs: 899_000 };
  const refusal = (wait: string) => `Use another device. Otherwise, try again in ${wait}.`;
  await spend(services, 'key', once, refusal);
  await expect(spend(services, 'key', once, refusal)).rejects.toMatchObject({
    message: 'Use another device. Otherwise, try again in 15 minutes.',
  });
});
