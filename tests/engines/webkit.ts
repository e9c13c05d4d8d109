import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/run-shop.ts';
import { type EngineBrowser, height, width } from './engine-browser.ts';
import { startGroup, untilAnswered } from './process-group.ts';
import { answerMs, commands, driveSession } from './web-driver.ts';

const window = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** WebKitGTK in a window of ours, driven by its own WebDriver. */
export async function openWebKit(folder: string): Promise<EngineBrowser> {
  const port = await freePort();
  const screen = startGroup(['Xvfb', '-displayfd', '1', '-screen', '0', '1600x1000x24']);
  const display = await untilAnswered(screen, async () => displayIn(screen.said())).catch(
    async (error) => {
      await screen.kill();
      throw error;
    },
  );
  const driver = startGroup(['WebKitWebDriver', `--port=${port}`], {
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  });
  async function kill(): Promise<void> {
    await driver.kill();
    // Politely, so that it takes its lock along.
    screen.child.kill();
  }

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(answerMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  }

  try {
    await untilAnswered(driver, () => call('GET', '/status'));
    const args = [folder, String(width), String(height)];
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary: window, args } };
    const started = Object(await call('POST', '/session', { capabilities: { alwaysMatch } }));
    return await driveSession({
      version: `WebKitGTK ${started.capabilities.browserVersion}`,
      send(command, parameters) {
        const [method, path] = commands[command];
        const target = `/session/${started.sessionId}${path}`;
        return call(method, target, method === 'POST' ? parameters : undefined);
      },
      kill,
    });
  } catch (error) {
    await kill();
    throw error;
  }
}

function displayIn(said: string): string {
  const [number] = /^\d+(?=\n)/m.exec(said) ?? [];
  if (!number) throw new Error('Xvfb has no display yet');
  return `:${number}`;
}
