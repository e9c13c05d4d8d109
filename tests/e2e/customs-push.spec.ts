import { inAppWindow } from '#tests/support/app-window.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const viewport = { width: 360, height: 800 };

test('shows push notifications, and the newest replaces the previous one', {
  tag: '@core',
}, async ({ shop, api }) => {
  // Needs the full browser: its headless shell shows no notifications.
  await inAppWindow(shop.url, { viewport }, async (page) => {
    const context = page.context();
    await context.grantPermissions(['notifications'], { origin: shop.url });
    const { user, token } = await api.newBuyer();
    await page.evaluate(
      (auth) => {
        localStorage.setItem('auth', auth);
      },
      JSON.stringify({ user, accessToken: token, approved: user.approved }),
    );
    await page.reload();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const session = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registration;
    const push = (title: string, tag = 'customs', accountId = user._id) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data: JSON.stringify({ accountId, title, body: '', icon: '', path: '/', tag }),
      });
    const shown = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map(({ title }) => title);
      });

    // The browser may drop a notification before the desktop has taken it, so push again then.
    const seen = (title: string, all: readonly string[], tag?: string) =>
      expect(async () => {
        await push(title, tag);
        await expect.poll(shown, { timeout: 1000 }).toEqual(all);
      }).toPass();

    await seen('Open', ['Open']);
    // A notification for another account isn't shown.
    await push('Not yours', 'priceDrops', 'a'.repeat(24));
    await seen('Open again', ['Open again']);
    // One of another kind is shown next to it.
    await seen('Cheaper', ['Open again', 'Cheaper'], 'priceDrops');
  });
});
