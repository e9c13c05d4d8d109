import { expect, test } from 'vitest';
import { createEngines } from '#offline/accounts/account-engine.ts';
import { showEngine } from '#offline/accounts/shown-engine.ts';
import type { RefusedOp } from '#offline/outbox/rows.ts';
import { createDeviceViews } from '#offline/views/device-views.ts';
import { ana, createModelServer, fox, moon } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

async function opened() {
  const server = createModelServer();
  const browser = createTestBrowser(server);
  browser.signIn(ana);
  const { parts, clock } = browser;
  const engine = await createEngines(parts).open(ana);
  const views = createDeviceViews(parts.firstPaint, ana, clock.now());
  const refused: RefusedOp[] = [];
  let isShown = true;
  const show = () =>
    showEngine(engine, {
      views,
      clock,
      isShown: () => isShown,
      onRefused: (op) => refused.push(op),
    });
  return {
    server,
    engine,
    views,
    refused,
    show,
    hide(): void {
      isShown = false;
    },
    shows: (...ids: string[]) =>
      expect.poll(() => views.cart.get().lines.map((line) => line.productId)).toEqual(ids),
  };
}

test('shows the rows until another engine is shown', async () => {
  const { engine, views, show, hide, shows } = await opened();
  const shown = show();
  await engine.add('addToCart', fox);
  await shows(fox._id);
  hide();
  await engine.add('addToCart', moon);
  await engine.store.read();
  await shows(fox._id);
  shown.stop();
  expect(views.cart.get().accountId).toBe(ana);
});

test('says that the shop has not answered, after the first try', async () => {
  const { server, views, show } = await opened();
  server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
  const shown = show();
  expect(views.cart.get().isUnanswered).toBe(false);
  await shown.syncFirst();
  await expect.poll(() => views.cart.get().isUnanswered).toBe(true);
});

test('reports what the shop refuses now, not what it refused before', async () => {
  const { server, engine, refused, show, shows } = await opened();
  server.refuse(fox._id);
  await engine.add('addToCart', fox);
  await engine.sync({ pressed: true });
  await show().syncFirst();
  await engine.add('addToCart', moon);
  await shows(moon._id);
  expect(refused).toEqual([]);

  await engine.add('addToCart', fox);
  await engine.sync({ pressed: true });
  await expect.poll(() => refused.map((op) => op.productId)).toEqual([fox._id]);
});
