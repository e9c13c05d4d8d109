import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { answerBytes } from '#server/catalogue/public-answers.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { fillDatabase } from '../bench/filled-database.ts';
import { killServer, startServer } from './trial-shop.ts';

const designs = 1000;
const connections = 16;

/** A request that no other number produces: pages, searches with no or many results, best sellers, changes. */
function question(number: number): string {
  const from = number % 4000;
  const to = 4000 + Math.floor(number / 4000);
  const questions = [
    `/api/products/filter?minPrice=${from / 100}&maxPrice=${to / 100}&page=${1 + (number % 3)}`,
    `/api/products/filter?minPrice=${5000 + number}`,
    `/api/products/search?query=nothing${number}`,
    `/api/products/search?query=fox&search=${number}`,
    `/api/products/best-selling?limit=1&page=${1 + number}`,
    `/api/products/changes?since=${designs * 10 + number}`,
  ];
  return questions[number % questions.length] ?? '';
}

function ask(agent: Agent, port: number, number: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const encoding = ['br', 'gzip', 'identity'][Math.floor(number / 6) % 3];
  const path = question(number);
  request({ agent, port, path, headers: { 'Accept-Encoding': encoding } }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
    response.resume().on('end', resolve).on('error', reject);
  })
    .on('error', reject)
    .end();
  return promise;
}

/** Resident memory of a process, in MB. */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/**
 * Sends `count` public requests, all different, to a shop of 1,000 designs in its own process. Returns the
 * process's resident memory before, at its peak and at the end, in MB.
 */
export async function askDistinctQuestions(
  count: number,
): Promise<{ readonly before: number; readonly most: number; readonly after: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-questions-'));
  const database = await openSqlite(directory);
  await fillDatabase(database, designs);
  await database.close();
  const { child, port } = await startServer(directory, answerBytes);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const pid = child.pid ?? 0;
    await ask(agent, port, 0);
    const before = residentMb(pid);
    let most = before;
    let next = 1;
    const askOn = async () => {
      while (next < count) {
        const number = next++;
        await ask(agent, port, number);
        if (number % 1000 === 0) most = Math.max(most, residentMb(pid));
      }
    };
    await Promise.all(Array.from({ length: connections }, askOn));
    await setTimeout(2000);
    const after = residentMb(pid);
    return { before, most: Math.max(most, after), after };
  } finally {
    agent.destroy();
    await killServer(child);
    await rm(directory, { recursive: true });
  }
}
