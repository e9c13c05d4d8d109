import { type ChildProcess, spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import { findChromium, fullBrowserFlags } from '../../scripts/chromium.mjs';

export interface BrowserProcess {
  readonly process: ChildProcess;
  /** The DevTools address: `ws://…`. */
  readonly address: string;
}

/** Opens a browser as its own process, with the profile in `folder`. `wrapper` is a command that runs the browser's command. */
export async function openBrowserProcess(
  folder: string,
  flags: readonly string[] = [],
  wrapper: readonly string[] = [],
): Promise<BrowserProcess> {
  const [program = '', ...rest] = [...wrapper, (await findChromium()) ?? chromium.executablePath()];
  const child = spawn(
    program,
    [
      ...rest,
      ...fullBrowserFlags,
      '--headless=new',
      '--remote-debugging-port=0',
      ...flags,
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`the browser ended at start:\n${said}`)));
  });
  return { process: child, address };
}
