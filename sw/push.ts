/** What the server pushes: `path` is where a tap leads. */
interface News {
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly path: string;
}

declare const self: ServiceWorkerGlobalScope;

/** Each notification takes the place of the one before, should one come twice. */
const tag = 'customs';

export async function showNews(data: PushMessageData): Promise<void> {
  const { title, body, icon, path } = data.json() as News;
  await self.registration.showNotification(title, { body, icon, tag, data: path });
}

/** Leads to what was told, in a window that is open already where there is one. */
export async function openNews(notification: Notification): Promise<void> {
  notification.close();
  const path = String(notification.data);
  const [open] = await self.clients.matchAll({ type: 'window' });
  const shown = await open?.navigate(path).catch(() => null);
  if (shown) await shown.focus();
  else await self.clients.openWindow(path);
}
