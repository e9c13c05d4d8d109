import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { calls } from '#contract/shop/calls.ts';
import { studioCalls } from '#contract/studio/calls.ts';
import { templatePattern } from '#contract/wire/url-template.ts';
import type { CatalogueFeed } from '../catalogue/feed.ts';
import { changeNumber } from '../platform/database/changes-after.ts';
import type { Database } from '../platform/database/open.ts';
import type { ReadyAnswers } from '../platform/http/ready-answers.ts';

/** Figures of this process in Prometheus' text format. */
export interface Metrics {
  /** The same database; measures how long writes take until they are durable. */
  timed(database: Database): Database;
  /** The same app; counts answers by call and status. */
  counted(app: Pick<Hono, 'fetch'>): Pick<Hono, 'fetch'>;
  /** The same for answers that are ready. */
  countedReady(ready: ReadyAnswers): Pick<ReadyAnswers, 'answer'>;
  /** Adds how much waits: mails to be sent, and catalogue changes that this process doesn't show yet. */
  watch(parts: { readonly database: Database; readonly catalogue: CatalogueFeed }): void;
  /** The figures as text. */
  text(): Promise<string>;
  /** Answers them at `GET /metrics` on a port of their own. @throws if the port is taken */
  listen(port: number, host: string): Promise<{ close(): void }>;
}

const seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** Also has those of the process itself, such as memory, garbage collection and the event loop's delay. */
export function openMetrics(): Metrics {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'pinwheel_request_seconds',
    help: 'Time until an answer begins, by call and status',
    labelNames: ['call', 'status'],
    buckets: seconds,
    registers,
  });
  const writes = new Histogram({
    name: 'pinwheel_write_seconds',
    help: 'Time until a write is durable',
    buckets: seconds,
    registers,
  });
  const failedWrites = new Counter({
    name: 'pinwheel_failed_writes_total',
    help: 'Writes that ended with an error, refusals included',
    registers,
  });

  return {
    timed: (database) => ({
      ...database,
      async write(work, owner) {
        const end = writes.startTimer();
        try {
          return await database.write(work, owner);
        } catch (error) {
          failedWrites.inc();
          throw error;
        } finally {
          end();
        }
      },
    }),
    counted: (app) => ({
      async fetch(request, ...more) {
        const end = requests.startTimer();
        const answer = await app.fetch(request, ...more);
        end({ call: callOf(request.method, new URL(request.url).pathname), status: answer.status });
        return answer;
      },
    }),
    countedReady: (ready) => ({
      answer(request, response) {
        const end = requests.startTimer();
        if (!ready.answer(request, response)) return false;
        const { pathname } = new URL(request.url ?? '', 'http://shop');
        end({ call: callOf('GET', pathname), status: response.statusCode });
        return true;
      },
    }),
    watch({ database, catalogue }) {
      addGauge(register, 'pinwheel_waiting_mails', 'Mails not sent yet', async () => {
        const { count } = await database.read
          .selectFrom('mailOutbox')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('sentAt', 'is', null)
          .executeTakeFirstOrThrow();
        return Number(count);
      });
      const help = 'Catalogue changes that this process does not show yet';
      addGauge(register, 'pinwheel_feed_lag_changes', help, async () => {
        const { count } = await database.read
          .selectFrom('catalogueChanges')
          .select((row) => row.fn.countAll().as('count'))
          .where('seq', '>', changeNumber(catalogue.cursor))
          .executeTakeFirstOrThrow();
        return Number(count);
      });
    },
    text: () => register.metrics(),
    async listen(port, host) {
      const server = createServer(async ({ url }, response) => {
        if (url !== '/metrics') return void response.writeHead(404).end();
        response.writeHead(200, { 'Content-Type': register.contentType });
        response.end(await register.metrics());
      });
      server.listen(port, host);
      await once(server, 'listening');
      return server;
    },
  };
}

/** A figure that is read from the database when somebody asks for it; not a number while that fails. */
function addGauge(register: Registry, name: string, help: string, read: () => Promise<number>) {
  new Gauge({
    name,
    help,
    registers: [register],
    async collect() {
      this.set(await read().catch(() => Number.NaN));
    },
  });
}

const knownCalls = Object.entries({ ...studioCalls, ...calls }).map(([name, call]) => ({
  name,
  method: call.method as string,
  pattern: templatePattern(call.path),
}));

/** The name of a call; pages and files count together, since their addresses are endlessly many. */
function callOf(method: string, pathname: string): string {
  if (!pathname.startsWith('/api/')) return pathname.startsWith('/images/') ? 'images' : 'pages';
  const found = knownCalls.find(
    (call) => call.method === method.replace('HEAD', 'GET') && call.pattern.test(pathname),
  );
  return found?.name ?? 'unknown';
}
