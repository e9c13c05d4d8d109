import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { downloadPath } from '#contract/shop/own-paths.ts';
import type { Database } from '#server/platform/database/open.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { servicesOver } from '#tests/support/services-over.ts';
import type { OpenProxy } from './open-proxy.ts';

/** A file that an account has bought, where the shop gives it. */
interface SoldFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** As large as a custom request's pictures may be together. */
const largestBody = 40_000_000;

/** Sells a file that proxies like to compress. */
export async function sellFile(
  database: Database,
  dataDir: string,
  accountId: string,
): Promise<SoldFile> {
  const services = await servicesOver(database, { DATA_DIR: dataDir });
  const bytes = Buffer.from(`%PDF-1.4\n${'0 0 0 rg 10 10 200 200 re f\n'.repeat(20_000)}`);
  const id = await addProduct(services, { files: { 'guide.pdf': bytes } });
  const { id: orderId, itemIds } = await addOrder(services, { accountId, productIds: [id] });
  return { path: downloadPath(orderId, itemIds[0] ?? ''), bytes };
}

/** What the proxy does to a large body, and to a bought file asked for whole and in part, that it shouldn't. */
export async function checkPassing(
  proxy: OpenProxy,
  { path, bytes }: SoldFile,
  token: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const sent = await ask(proxy, 'POST', '/api/custom-orders', {}, randomBytes(largestBody));
  const isOurs = sent.headers['content-type']?.includes('json') ?? false;
  if (!isOurs) faults.push(`a body of 40 MB gets ${sent.status}, which isn't the shop's answer`);
  const redirected = await ask(proxy, 'GET', path, { Authorization: `Bearer ${token}` });
  const file = new URL(redirected.headers.location ?? '/', 'https://shop.example').pathname;
  const accepting = { 'Accept-Encoding': 'gzip, br' };
  const whole = await ask(proxy, 'GET', file, accepting);
  const encoding = whole.headers['content-encoding'];
  if (encoding) faults.push(`a bought file is compressed with ${encoding}`);
  if (!whole.body.equals(bytes)) faults.push('a bought file differs');
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  if (whole.headers.etag !== etag) faults.push(`a bought file has the ETag ${whole.headers.etag}`);
  const part = await ask(proxy, 'GET', file, { ...accepting, Range: 'bytes=1000-1999' });
  if (part.status !== 206) faults.push(`a part of a bought file gets ${part.status}`);
  if (!part.body.equals(bytes.subarray(1000, 2000))) faults.push('a part of a bought file differs');
  return faults;
}

async function ask(
  { port, certificate }: OpenProxy,
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
) {
  const { request } = certificate ? https : http;
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    servername: 'shop.example',
    ca: certificate ?? undefined,
    agent: false,
    headers: { ...headers, ...(body && { 'Content-Length': String(body.length) }) },
  });
  // The shop refuses the body before all of it has come; its answer counts.
  sent.on('error', () => {});
  const answering = once(sent, 'response');
  if (body) {
    sent.write(body.subarray(0, body.length / 2));
    // As a phone sends it.
    await pause(1000);
  }
  sent.end(body?.subarray(body.length / 2));
  const [answer] = await answering;
  const { statusCode: status, headers: answered } = answer as http.IncomingMessage;
  return { status, headers: answered, body: await buffer(answer) };
}
