import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { signatureProblem } from './verify-signature.ts';

/** An S3 server in this process, with one bucket. */
export interface S3Server {
  readonly url: string;
  /** Settings of a shop that stores its files there. */
  readonly settings: Readonly<Record<string, string>>;
  /** Each request as `METHOD path?query`, without the bucket. */
  readonly requests: string[];
  /** Every object's path below the prefix of `settings`. */
  paths(): Promise<string[]>;
  /** Where the bytes of an object are. */
  fileOf(path: string): string;
  /** Answers the next requests itself where it returns true. Null: nothing more. */
  interfere(fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | null): void;
  end(): Promise<void>;
}

const prefix = 'files/';
const objectSuffix = '._S3rver_object';
/** The key that s3rver knows. */
const signer = { id: 'S3RVER', secret: 'S3RVER' };

/**
 * Starts it. It adds what s3rver lacks: signatures are verified, objects appear complete or not at all, a write can
 * require that nothing is there yet, and unfinished uploads can be listed and ended.
 */
export async function startS3(port = 0, bucket = 'shop'): Promise<S3Server> {
  // The client reads its credentials from the environment; other processes get them with `settings`.
  const credentials = { AWS_ACCESS_KEY_ID: signer.id, AWS_SECRET_ACCESS_KEY: signer.secret };
  Object.assign(process.env, credentials);
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-s3-'));
  const s3 = new S3rver({
    directory,
    silent: true,
    configureBuckets: [{ name: bucket }],
    vhostBuckets: false,
  });
  await s3.configureBuckets();
  const { store } = s3;
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const md5 = createHash('md5').update(bytes).digest('hex');
    const path = store.getResourcePath(bucket, key, 'object');
    await mkdir(dirname(path), { recursive: true });
    await store.putMetadata(bucket, key, metadata, md5);
    const temporary = `${path}.new-${Math.random()}`;
    await writeFile(temporary, bytes);
    await rename(temporary, path);
    return { size: bytes.length, md5 };
  };
  // It encrypts the names of further pages in a way that Node no longer has, so it lists everything at once.
  const listPage = store.listObjects.bind(store);
  store.listObjects = (name, options) => listPage(name, { ...options, maxKeys: Infinity });
  const fileOf = (path: string) => store.getResourcePath(bucket, prefix + path, 'object');
  const requests: string[] = [];
  let fault: Parameters<S3Server['interfere']>[0] = null;
  const answer = s3.callback();
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${decodeURIComponent(url).replace(`/${bucket}`, '')}`);
    if (fault?.(request, response)) return;
    // Browsers ask without a signature whether they may ask.
    const refusal = method === 'OPTIONS' ? null : signatureProblem(request, signer);
    if (refusal !== null) {
      request.resume();
      response.writeHead(403).end(`<Error><Code>${refusal}</Code><Message>No.</Message></Error>`);
      return;
    }
    const key = decodeURIComponent(url.split('?')[0] ?? '').slice(bucket.length + 2);
    const isThere = existsSync(store.getResourcePath(bucket, key, 'object'));
    if (method === 'PUT' && headers['if-none-match'] === '*' && isThere) {
      request.resume();
      response.writeHead(412).end();
    } else if (method === 'DELETE' && /[?&]uploadId=/.test(url)) {
      const id = new URL(url, 'http://s3').searchParams.get('uploadId') ?? '';
      await rm(join(directory, bucket, '._S3rver_uploads', id), { recursive: true, force: true });
      response.writeHead(204).end();
    } else if (method === 'GET' && /[?&]uploads\b/.test(url)) {
      const start = new URL(url, 'http://s3').searchParams.get('prefix') ?? '';
      response.end(await listUploads(join(directory, bucket, '._S3rver_uploads'), start));
    } else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    fileOf,
    settings: {
      FILES_URL: `s3://${bucket}/${prefix}`,
      S3_ENDPOINT: url,
      ...credentials,
    },
    async paths() {
      const root = join(directory, bucket, prefix);
      const names = await readdir(root, { recursive: true }).catch(() => []);
      return names
        .filter((name) => name.endsWith(objectSuffix))
        .map((name) => name.slice(0, -objectSuffix.length))
        .sort();
    },
    interfere(next) {
      fault = next;
    },
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}

async function listUploads(folder: string, start: string): Promise<string> {
  const uploads: string[] = [];
  for (const id of await readdir(folder).catch(() => [])) {
    const { mtime } = await stat(join(folder, id));
    const key = await readFile(join(folder, id, 'key'), 'utf8');
    if (!key.startsWith(start)) continue;
    uploads.push(
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`,
    );
  }
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`;
}
