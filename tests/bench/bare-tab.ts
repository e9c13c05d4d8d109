import { once } from 'node:events';
import { openBrowserProcess } from '#tests/support/browser-process.ts';

/** The only tab of a browser to which nothing is attached but what is sent here. */
export interface BareTab {
  /** Sends a DevTools command to the tab and answers its result. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Resolves with the tab's next event of that name. */
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
 * Opens the profile in `folder`. Playwright would have each page note the stack of every error, and
 * build a second world beside the page's own, both of which no buyer's browser does.
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
