import { once } from 'node:events';
import { openBrowserProcess } from '#tests/support/browser-process.ts';

/** The only tab of a browser, with nothing attached except the commands sent here. */
export interface BareTab {
  /** Sends a DevTools command to the tab and returns its result. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Resolves with the tab's next event of this name. */
  event(name: string): Promise<void>;
  close(): Promise<void>;
}

interface FromBrowser {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * Opens the profile in `folder` without Playwright, which would have each page record the stack of every
 * error and create an isolated world, neither of which happens in a buyer's browser.
 */
export async function openBareTab(folder: string): Promise<BareTab> {
  const { process: browser, address } = await openBrowserProcess(folder);
  const socket = new WebSocket(address);
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const events = new EventTarget();
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { id, method, result, error } = JSON.parse(data) as FromBrowser;
    if (method) events.dispatchEvent(new Event(method));
    const answer = id === undefined ? undefined : answers.get(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  });
  await once(socket, 'open');

  let sent = 0;
  function send(method: string, params = {}, sessionId?: string): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    answers.set(++sent, answer);
    socket.send(JSON.stringify({ id: sent, method, params, ...(sessionId && { sessionId }) }));
    return answer.promise;
  }

  const { targetInfos } = (await send('Target.getTargets')) as {
    targetInfos: readonly { readonly targetId: string; readonly type: string }[];
  };
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
  const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as {
    sessionId: string;
  };
  return {
    send: (method, params) => send(method, params, sessionId),
    async event(name) {
      await once(events, name);
    },
    async close() {
      const ended = once(browser, 'exit');
      void send('Browser.close').catch(() => {});
      await ended;
      socket.close();
    },
  };
}
