import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { devicePush } from '#studio/api/device-push.ts';
import { PushHelp } from '#studio/features/notifications/devices-card.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A browser with these features. */
function inBrowser(features: { hasPush: boolean; permission: NotificationPermission | null }) {
  const Notification = features.permission && { permission: features.permission };
  const getRegistration = async () => undefined;
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  vi.stubGlobal('Notification', Notification);
  vi.stubGlobal('window', {
    ...(features.hasPush && { PushManager: {} }),
    ...(Notification && { Notification }),
  });
}

test.each([
  [{ hasPush: false, permission: 'default' }, 'add the studio to the Home Screen and open it'],
  [{ hasPush: true, permission: null }, 'add the studio to the Home Screen and open it'],
  [{ hasPush: true, permission: 'denied' }, 'allow notifications, and reload this page'],
] as const)('in a browser with %o it says: %s', async (features, text) => {
  inBrowser(features);

  const help = renderToStaticMarkup(createElement(PushHelp, await devicePush()));

  expect(help).toContain(text);
});

test.each(['default', 'granted'] as const)(
  'a browser whose permission is %s needs no help',
  async (permission) => {
    inBrowser({ hasPush: true, permission });

    const here = await devicePush();

    expect(here).toEqual({ state: 'ready', endpoint: null });
    expect(renderToStaticMarkup(createElement(PushHelp, here))).toBe('');
  },
);
