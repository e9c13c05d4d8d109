import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openMetrics } from '#server/operations/metrics.ts';
import { makeServices } from '#tests/support/make-services.ts';

test('counts answers by call and status, times writes, and shows what waits', async () => {
  const services = await makeServices();
  const metrics = openMetrics();
  const database = metrics.timed(services.database);
  metrics.watch({ ...services, database });
  const app = metrics.counted(createApp({ ...services, database }));
  const before = await metrics.text();
  for (const path of ['/api/products', '/api/products/nothing-here', '/api/no-such', '/shop']) {
    await app.fetch(new Request(`http://shop.example${path}`));
  }
  await database.write(async () => {});
  await expect(database.write(() => Promise.reject(new Error('refused')))).rejects.toThrow();
  await database.write((tx) =>
    tx.insertInto('catalogueChanges').values({ productId: null, changedAt: '' }).execute(),
  );

  const text = await metrics.text();

  const value = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1);
  expect(value('pinwheel_request_seconds_count{call="products",status="200"}')).toBe('1');
  expect(value('pinwheel_request_seconds_count{call="unknown",status="404"}')).toBeDefined();
  expect(value('pinwheel_request_seconds_count{call="pages",status="302"}')).toBe('1');
  expect(value('pinwheel_write_seconds_count')).toBe('3');
  expect(value('pinwheel_failed_writes_total')).toBe('1');
  expect(value('pinwheel_waiting_mails')).toBe('0');
  expect(value('pinwheel_feed_lag_changes')).toBe('1');
  expect(before).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('answers at a port of its own', async () => {
  const server = await openMetrics().listen(0, '127.0.0.1');
  onTestFinished(() => server.close());
  const address = Reflect.get(server, 'address').call(server) as { port: number };
  const ask = (path: string) => fetch(`http://127.0.0.1:${address.port}${path}`);

  expect((await ask('/metrics')).headers.get('content-type')).toContain('text/plain');
  expect((await ask('/')).status).toBe(404);
});
