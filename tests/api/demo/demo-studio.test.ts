import { describe, expect, test } from 'vitest';
import { practiceAccounts, practicePassword } from '#contract/shop/practice-accounts.ts';
import { removeDemo } from '#demo/remove.ts';
import { demoProductId, demoProducts, seedDemo } from '#demo/seed.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';

async function plantedShop(settings: Record<string, string> = {}) {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords, settings });
  const hash = await passwords.hash(practicePassword);
  await makeChange(services, async (change) => {
    const { tx } = change;
    await seedDemo(change, 12, hash);
    await tx.updateTable('products').set({ status: 'published' }).execute();
  });
  await services.catalogue.refresh();
  return { services, app: createApp(services) };
}

describe('demo studio', () => {
  test('a design is not shown before it is drawn', async () => {
    const services = await makeServices();
    await makeChange(services, (change) => seedDemo(change, 5, 'hash'));
    await services.catalogue.refresh();
    const { answer } = await call(createApp(services), 'products', {});
    expect(answer.products).toEqual([]);
  });

  test('a design cannot be bought before its originals are drawn', async () => {
    const { app } = await plantedShop();
    const { answer } = await call(app, 'products', {});
    expect(answer.products).toHaveLength(12);
    expect(answer.products.every(({ isBuyable }) => !isBuyable)).toBe(true);
  });

  test('presents two designer brands with names and addresses (A02)', async () => {
    const { app } = await plantedShop();
    const { answer } = await call(app, 'shopSettings', {});
    expect(answer.designers.map(({ name }) => name)).toEqual(['Clementine Fox', 'Juniper Moon']);
    expect(answer.designers.every(({ email }) => email.endsWith('@pinwheel.example'))).toBe(true);
  });

  test('its demo accounts sign in with their licence type and status', async () => {
    const { app } = await plantedShop();
    for (const { email, licenseType, status } of practiceAccounts) {
      const { answer } = await call(app, 'login', { body: { email, password: practicePassword } });
      expect(answer).toMatchObject({ email, licenseType, status });
    }
  });

  test('its demo accounts cannot sign in in production', async () => {
    const { app } = await plantedShop({ NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' });
    const body = { email: practiceAccounts[0].email, password: practicePassword };
    const { status } = await callRefused(app, 'login', { body });
    expect(status).toBe(403);
  });

  test('can be removed, except what buyers have bought', async () => {
    const { services, app } = await plantedShop();
    const [first] = demoProducts(12);
    const boughtId = demoProductId(first?.slug ?? '');
    const buyer = await services.database.read
      .selectFrom('accounts')
      .select('id')
      .executeTakeFirstOrThrow();
    const now = services.clock().toISOString();
    await services.database.write(async (tx) => {
      await tx
        .insertInto('orders')
        .values({
          id: 'order',
          orderNumber: 'PW-1',
          accountId: buyer.id,
          state: 'paid',
          totalPrice: 100,
          totalDiscount: 0,
          couponCode: null,
          couponDiscount: 0,
          customerName: 'Hazel',
          customerEmail: 'hazel@shop.example',
          customerCountry: '',
          customerCity: '',
          acceptedTermsVersion: '',
          createdAt: now,
          updatedAt: now,
          paidAt: now,
          providerOrderId: null,
          createRequestId: 'a',
          captureRequestId: null,
          providerCaptureId: null,
          paymentMethod: 'card',
          declinedAt: null,
          reviewReason: null,
        })
        .execute();
      await tx
        .insertInto('orderItems')
        .values({
          id: 'item',
          orderId: 'order',
          productId: boughtId,
          position: 0,
          productName: 'Kept',
          imageUrl: '',
          price: 100,
          discountedPrice: null,
          licenseType: 'SMALL_BUSINESS',
          licenceTextVersion: '1',
          revokedAt: null,
        })
        .execute();
    });

    const removal = await makeChange(services, removeDemo);
    await services.catalogue.refresh();

    expect(removal).toEqual({ removed: 11, retired: 1 });
    expect((await call(app, 'products', {})).answer.products).toEqual([]);
    expect((await call(app, 'filterOptions', {})).answer.categories).toEqual([]);
    const body = { email: practiceAccounts[0].email, password: practicePassword };
    expect((await callRefused(app, 'login', { body })).status).toBeGreaterThanOrEqual(401);
  });
});
