import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import { cartLink, openShop } from '#tests/support/open-shop.tsx';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofVisitor } from '#tests/support/who-changes.ts';

const at = '2026-03-01T10:00:00.000Z';
const snapshot = snapshotAt(at);

test('a page that nobody has touched follows what another window adds to the cart', async () => {
  await openShop({ path: '/terms-conditions' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await openDexieStore(storeNameOf(null), null);
  await other.change((rows) =>
    enqueue(rows, {
      ...{ opId: 'an op', deviceId: 'phone', productId: 'a'.repeat(24), at, ...ofVisitor },
      ...{ kind: 'addToCart', snapshot },
    }),
  );
  other.close();

  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));

  await expect.element(cartLink(1)).toBeVisible();
});
