import type { EngineBrowser, Tab } from './engine-browser.ts';

/** The commands that journeys need: method and path over HTTP, and the name in Firefox's Marionette. */
export const commands = {
  setTimeouts: ['POST', '/timeouts', 'WebDriver:SetTimeouts'],
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  run: ['POST', '/execute/async', 'WebDriver:ExecuteAsyncScript'],
  act: ['POST', '/actions', 'WebDriver:PerformActions'],
  currentTab: ['GET', '/window', 'WebDriver:GetWindowHandle'],
  newTab: ['POST', '/window/new', 'WebDriver:NewWindow'],
  switchTo: ['POST', '/window', 'WebDriver:SwitchToWindow'],
} as const;

export type Command = keyof typeof commands;
export type Parameters = Readonly<Record<string, unknown>>;

/** A session of WebDriver (https://www.w3.org/TR/webdriver2), however its commands travel. */
export interface Session {
  readonly version: string;
  send(command: Command, parameters: Parameters): Promise<unknown>;
  kill(): Promise<void>;
}

/** For a script and for a document; a machine with two cores may have several browsers to run. */
const pageMs = 60_000;
/** How long a driver may take to answer. */
export const answerMs = 90_000;

/** Answers through a callback, because WebKitGTK doesn't wait for a promise. */
const wrapped = (run: string) => `
  const [args, done] = arguments;
  (async () => (${run})(...args))().then(
    (value) => done(JSON.stringify({ value })),
    (error) => done(JSON.stringify({ error: String(error) })),
  );`;

export async function driveSession(session: Session): Promise<EngineBrowser> {
  let shown = '';
  /** One after another: a session has one tab that commands go to. */
  let last: Promise<unknown> = Promise.resolve();
  const { version, kill } = session;

  function send(handle: string, command: Command, parameters: Parameters): Promise<unknown> {
    const next = last.then(async () => {
      if (shown !== handle) await session.send('switchTo', { handle, focus: true });
      shown = handle;
      return session.send(command, parameters);
    });
    last = next.catch(() => {});
    return next;
  }

  function tabOf(handle: string): Tab {
    return {
      async goto(url) {
        await send(handle, 'navigate', { url });
      },
      async evaluate(run, ...args) {
        const script = wrapped(String(run));
        const answer = await send(handle, 'run', { script, args: [args] });
        const { value, error } = JSON.parse(String(answer));
        if (error !== undefined) throw new Error(error);
        return value;
      },
      async press(x, y) {
        const actions = [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
        await send(handle, 'act', { actions: [{ ...mouse, actions }] });
      },
    };
  }

  await session.send('setTimeouts', { script: pageMs, pageLoad: pageMs, implicit: 0 });
  shown = String(await session.send('currentTab', {}));
  return {
    version,
    firstTab: tabOf(shown),
    async newTab() {
      const made = await send(shown, 'newTab', { type: 'tab', focus: true });
      return tabOf(Object(made).handle);
    },
    kill,
  };
}
