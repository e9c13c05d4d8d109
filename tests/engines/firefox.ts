import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { findEngine } from '../../scripts/engines.mjs';
import { type EngineBrowser, height, width } from './engine-browser.ts';
import { startGroup, untilAnswered } from './process-group.ts';
import { answerMs, commands, driveSession } from './web-driver.ts';

/** Marionette writes its port into the profile; nothing is asked of Mozilla's servers. */
const preferences = {
  'marionette.port': 0,
  // It is killed often, and would ask what to do about it.
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.sessionstore.resume_from_crash': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/** A stock Firefox, driven by Marionette, which speaks WebDriver's commands over a socket. */
export async function openFirefox(folder: string): Promise<EngineBrowser> {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(folder, 'user.js'), lines.join('\n'));
  const portFile = join(folder, 'MarionetteActivePort');
  rmSync(portFile, { force: true });
  const firefox = startGroup([
    findEngine('firefox') ?? 'firefox',
    ...['--marionette', '--headless', '--no-remote', '--profile', folder],
    ...['--width', String(width), '--height', String(height)],
  ]);
  try {
    const call = await untilAnswered(firefox, () => openMarionette(readPort(portFile)));
    const { capabilities } = Object(await call('WebDriver:NewSession', {}));
    return await driveSession({
      version: `Firefox ${capabilities.browserVersion}`,
      send: (command, parameters) => call(commands[command][2], parameters),
      kill: () => firefox.kill(),
    });
  } catch (error) {
    await firefox.kill();
    throw error;
  }
}

function readPort(file: string): number {
  const port = Number(readFileSync(file, 'utf8'));
  if (!port) throw new Error('Marionette has no port yet');
  return port;
}

type Call = (command: string, parameters: object) => Promise<unknown>;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Messages are JSON with their length in front: `[0, id, command, parameters]`, and `[1, id, error, result]` back. */
async function openMarionette(port: number): Promise<Call> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, Waiting>();
  const greeted = Promise.withResolvers<void>();
  const end = (error?: Error) => {
    const ended = error ?? new Error('Firefox has ended');
    greeted.reject(ended);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  socket.on('error', end);
  socket.on('close', () => end());
  readMessages(socket, (message) => {
    if (!Array.isArray(message)) return greeted.resolve();
    const [, id, error, result] = message;
    if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting.get(id)?.resolve(result !== null && 'value' in result ? result.value : result);
    waiting.delete(id);
  });
  await greeted.promise;
  let calls = 0;
  return (command, parameters) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const giveUp = () => reject(new Error(`${command}: Firefox doesn’t answer`));
    const timer = setTimeout(giveUp, answerMs);
    calls += 1;
    waiting.set(calls, { resolve, reject });
    const text = JSON.stringify([0, calls, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return promise.finally(() => clearTimeout(timer));
  };
}

function readMessages(socket: Socket, take: (message: unknown) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const start = bytes.indexOf(':') + 1;
      const end = start + Number(bytes.subarray(0, start - 1).toString());
      if (start === 0 || bytes.length < end) return;
      take(JSON.parse(bytes.subarray(start, end).toString()));
      bytes = bytes.subarray(end);
    }
  });
}
