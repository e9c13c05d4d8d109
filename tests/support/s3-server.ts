import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { parseEnv } from '#server/platform/env.ts';
import { noteOf, notesFolder } from '#server/platform/files/s3/try-bucket.ts';
import {
  bodyProblem,
  completionProblem,
  type Refusal,
  type Strictness,
  type Write,
  writeOf,
} from './strict-writes.ts';
import { signatureProblem } from './verify-signature.ts';

/** An S3 server in this process, with one bucket. */
export interface S3Server {
  readonly url: string;
  /** Settings of a shop that stores its files there. */
  readonly settings: Readonly<Record<string, string>>;
  /** Each request as `METHOD path?query`, without the bucket. */
  readonly requests: string[];
  /** Every file's path below the prefix of `settings`. */
  paths(): Promise<string[]>;
  /** Where the bytes of an object are. */
  fileOf(path: string): string;
  /** Answers the next requests itself where it returns true. Null: nothing more. */
  interfere(fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | null): void;
  /** Makes it a server that knows less than Amazon's, or refuses writes that `refusal` returns something for. */
  behave(as: Partial<Strictness> & { readonly refusal?: WriteJudge }): void;
  end(): Promise<void>;
}

type WriteJudge = (
  write: Write,
  request: { readonly headers: IncomingMessage['headers']; readonly body: string },
) => Refusal | null;

const prefix = 'files/';
const objectSuffix = '._S3rver_object';
/** The key that s3rver knows. */
const signer = { id: 'S3RVER', secret: 'S3RVER' };

const amazons: Strictness & { readonly refusal: WriteJudge } = {
  digests: 'compared',
  conditions: 'kept',
  transfer: 'sound',
  etags: 'md5',
  refusal: () => null,
};

/**
 * Starts it. It adds what s3rver lacks: signatures and digests are verified, objects appear complete or not at all, a
 * write can require that nothing is there yet, and unfinished uploads can be listed and ended. `isTried`: a shop with
 * these settings has been started before.
 */
export async function startS3(
  port = 0,
  bucket = 'shop',
  { isTried = true } = {},
): Promise<S3Server> {
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
  /** Its own writers answer before everything is in the file. */
  async function writeWhole(path: string, content: Buffer | NodeJS.ReadableStream) {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const temporary = `${path}.new-${Math.random()}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, bytes);
    await rename(temporary, path);
    return { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') };
  }
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await writeWhole(store.getResourcePath(bucket, key, 'object'), content);
    await store.putMetadata(bucket, key, metadata, written.md5);
    return behaviour.etags === 'md5' ? written : { ...written, md5: 'opaque' };
  };
  store.putPart = async (bucket, uploadId, part, content) => {
    const folder = store.getResourcePath(bucket, undefined, 'uploads');
    return writeWhole(join(folder, uploadId, part), content);
  };
  // It encrypts the names of further pages in a way that Node no longer has, so it lists everything at once.
  const listPage = store.listObjects.bind(store);
  store.listObjects = (name, options) => listPage(name, { ...options, maxKeys: Infinity });
  const fileOf = (path: string) => store.getResourcePath(bucket, prefix + path, 'object');
  const requests: string[] = [];
  let fault: Parameters<S3Server['interfere']>[0] = null;
  const answer = s3.callback();
  const uploads = join(directory, bucket, '._S3rver_uploads');
  let behaviour = amazons;
  const inTurn = createTurns();

  /** Null: the write is as it must be. */
  async function problemOf(
    write: Write,
    { headers, url = '' }: IncomingMessage,
    body: Buffer,
  ): Promise<Refusal | null> {
    const problem =
      behaviour.refusal(write, { headers, body: write === 'complete' ? body.toString() : '' }) ??
      bodyProblem(headers, body, behaviour);
    if (problem || write !== 'complete') return problem;
    const id = new URL(url, 'http://s3').searchParams.get('uploadId') ?? '';
    return completionProblem(uploads, id, body.toString(), behaviour);
  }

  async function answerWrite(
    write: Write,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { headers, url = '' } = request;
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const flip = () => body.length > 0 && body.writeUInt8(body.readUInt8(0) ^ 1, 0);
    if (behaviour.transfer === 'faulty') flip();
    const key = decodeURIComponent(url.split('?')[0] ?? '').slice(bucket.length + 2);
    // One write of a key at a time, so that of two that want it absent, one is refused.
    await inTurn(key, async () => {
      const problem = await problemOf(write, request, body);
      if (behaviour.transfer === 'faulty later' && /^(put|part)$/.test(write)) flip();
      const isThere = existsSync(store.getResourcePath(bucket, key, 'object'));
      const isConditional = headers['if-none-match'] === '*' && behaviour.conditions === 'kept';
      if (problem !== null) {
        response.writeHead(problem.status).end(`<Error><Code>${problem.code}</Code></Error>`);
      } else if (isConditional && isThere) response.writeHead(412).end();
      else {
        const digest = headers['x-amz-checksum-sha256'];
        const isSaid = digest !== undefined && behaviour.digests === 'compared';
        if (isSaid) response.setHeader('x-amz-checksum-sha256', digest);
        const closed = once(response, 'close');
        answer(withBody(request, body), response);
        await closed;
      }
    });
  }

  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${decodeURIComponent(url).replace(`/${bucket}`, '')}`);
    if (fault?.(request, response)) return;
    // Browsers ask without a signature whether they may ask.
    const refusal = method === 'OPTIONS' ? null : signatureProblem(request, signer);
    if (refusal !== null) {
      request.resume();
      response.writeHead(403).end(`<Error><Code>${refusal}</Code><Message>No.</Message></Error>`);
      return;
    }
    const write = writeOf(request);
    if (write !== null) await answerWrite(write, request, response);
    else if (method === 'DELETE' && /[?&]uploadId=/.test(url)) {
      const id = new URL(url, 'http://s3').searchParams.get('uploadId') ?? '';
      await rm(join(uploads, id), { recursive: true, force: true });
      response.writeHead(204).end();
    } else if (method === 'GET' && /[?&]uploads\b/.test(url)) {
      const start = new URL(url, 'http://s3').searchParams.get('prefix') ?? '';
      response.end(await listUploads(uploads, start));
    } else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const settings = { FILES_URL: `s3://${bucket}/${prefix}`, S3_ENDPOINT: url, ...credentials };
  const { bucket: setting } = parseEnv(settings);
  if (isTried && setting) {
    const note = fileOf(noteOf(setting));
    await mkdir(dirname(note), { recursive: true });
    await writeFile(note, '');
  }

  return {
    url,
    requests,
    fileOf,
    settings,
    async paths() {
      const root = join(directory, bucket, prefix);
      const names = await readdir(root, { recursive: true }).catch(() => []);
      return names
        .filter((name) => name.endsWith(objectSuffix))
        .map((name) => name.slice(0, -objectSuffix.length))
        .filter((name) => !name.startsWith(`${notesFolder}/`))
        .sort();
    },
    interfere(next) {
      fault = next;
    },
    behave(as) {
      behaviour = { ...amazons, ...as };
    },
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}

/** The same request, whose body was read already. */
function withBody({ socket, method, url, headers }: IncomingMessage, body: Buffer) {
  const again = Object.assign(new IncomingMessage(socket), {
    method,
    url,
    headers,
    complete: true,
  });
  again.push(body);
  again.push(null);
  return again;
}

/** Does one piece of work for a key after another. */
function createTurns(): (key: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    last.set(
      key,
      turn.catch(() => {}),
    );
    return turn;
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
