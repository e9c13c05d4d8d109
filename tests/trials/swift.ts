import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tests/support/run-shop.ts';
import { findInPath, installFromDebian, isDebianRoot } from '../../scripts/debian.mjs';

/** An S3 server that others wrote. */
export interface Swift {
  /** Settings of a shop that stores its files there. */
  readonly settings: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

const kinds = ['account', 'container', 'object'] as const;
const servers = [...kinds, 'proxy'].map((kind) => `swift-${kind}-server`);
const ringBuilder = 'swift-ring-builder';
const packages = [...kinds.map((kind) => `swift-${kind}`), 'swift-proxy', 'memcached'];
const key = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };
/** How long all of its servers may take to answer. */
const patienceMs = 60_000;

/**
 * Runs OpenStack's Swift with its S3 interface on one folder, from Debian's packages, whose /etc/swift/swift.conf it
 * needs. Null where they can't be installed.
 */
export async function runSwift(): Promise<Swift | null> {
  const programs = ['memcached', ringBuilder, ...servers];
  const areThere = () => programs.every((name) => findInPath([name]));
  if (!isDebianRoot()) return null;
  if (!areThere()) installFromDebian(packages);
  if (!areThere()) return null;
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-swift-'));
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  };
  const start = (name: string, parameters: readonly string[]) =>
    children.push(spawn(name, parameters, { stdio: 'ignore' }));
  try {
    const cachePort = await freePort();
    const port = await freePort();
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'disks', 'one'), { recursive: true });
    for (const kind of kinds) await configureStore(folder, kind);
    writeFileSync(join(folder, 'proxy.conf'), proxyOf(folder, port, cachePort));
    execFileSync('chown', ['-R', 'swift:swift', folder]);
    start('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cachePort), '-m', '16']);
    for (const kind of [...kinds, 'proxy']) {
      start(`swift-${kind}-server`, [join(folder, `${kind}.conf`)]);
    }
    const url = `http://127.0.0.1:${port}`;
    await untilItStores(url);
    return { settings: { FILES_URL: 's3://shop/files', S3_ENDPOINT: url, ...key }, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** One server of this kind, with a ring that has only it. */
async function configureStore(folder: string, kind: (typeof kinds)[number]): Promise<void> {
  const port = await freePort();
  const ring = (...parameters: readonly string[]) =>
    execFileSync(ringBuilder, [join(folder, `${kind}.builder`), ...parameters]);
  ring('create', '6', '1', '1');
  ring('add', `r1z1-127.0.0.1:${port}/one`, '1');
  ring('rebalance');
  const common = commonOf(folder, port);
  const disks = `devices = ${join(folder, 'disks')}\nmount_check = false\ndisable_fallocate = true`;
  const app = `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}`;
  writeFileSync(join(folder, `${kind}.conf`), `${common}\n${disks}\n${app}\n`);
}

const commonOf = (folder: string, port: number) =>
  `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = swift\nswift_dir = ${folder}`;

function proxyOf(folder: string, port: number, cachePort: number): string {
  const filters: Readonly<Record<string, string>> = {
    cache: `use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${cachePort}`,
    listing_formats: 'use = egg:swift#listing_formats',
    bulk: 'use = egg:swift#bulk',
    s3api: 'use = egg:swift#s3api\nlocation = us-east-1',
    tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
    slo: 'use = egg:swift#slo',
    dlo: 'use = egg:swift#dlo',
  };
  const sections = Object.entries(filters).map(([name, text]) => `[filter:${name}]\n${text}`);
  return [
    commonOf(folder, port),
    `[pipeline:main]\npipeline = ${Object.keys(filters).join(' ')} proxy-server`,
    '[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true',
    ...sections,
    '',
  ].join('\n');
}

/** Until a bucket can be made, which needs all of its servers. */
async function untilItStores(url: string): Promise<void> {
  Object.assign(process.env, key);
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint: url,
    forcePathStyle: true,
    region: 'us-east-1',
    maxAttempts: 1,
  });
  try {
    for (const startedAt = performance.now(); ; ) {
      try {
        await client.send(new CreateBucketCommand({ Bucket: 'shop' }));
        return;
      } catch (error) {
        if (performance.now() - startedAt > patienceMs) throw error;
        await pause(250);
      }
    }
  } finally {
    client.destroy();
  }
}
