import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Generates load: `connections` sockets, each sending its next request when the last is answered, over plain
 * sockets so that the client costs as little as possible. Runs as a worker thread.
 */
export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** Complete requests, which all connections take in turn. */
  readonly requests: readonly string[];
}

export interface LoadResult {
  readonly answered: number;
  readonly perSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
}

if (parentPort) parentPort.postMessage(await run(workerData as LoadPlan));

function run(plan: LoadPlan): Promise<LoadResult> {
  const requests = plan.requests.map((request) => Buffer.from(request));
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  const endsAt = startedAt + plan.milliseconds;
  let next = 0;
  let answered = 0;
  let open = plan.connections;
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();

  const finish = () => {
    open--;
    if (open > 0) return;
    const seconds = (performance.now() - startedAt) / 1000;
    resolve({ answered, perSecond: answered / seconds, statuses });
  };

  for (let count = 0; count < plan.connections; count++) {
    const socket = connect(plan.port, '127.0.0.1');
    socket.setNoDelay(true);
    let awaited = -1;
    let received = 0;
    const send = () => {
      if (performance.now() >= endsAt) {
        socket.end();
        finish();
        return;
      }
      awaited = -1;
      received = 0;
      socket.write(requests[next++ % requests.length] ?? '');
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (awaited < 0) {
        const headEnd = chunk.indexOf('\r\n\r\n');
        const head = chunk.toString('latin1', 0, headEnd);
        const status = head.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        const length = /content-length: (\d+)/i.exec(head)?.[1] ?? '0';
        awaited = headEnd + 4 + Number(length);
      }
      if (received >= awaited) {
        answered++;
        send();
      }
    });
  }
  return promise;
}
