import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tests/support/run-shop.ts';
import { ensureProgram } from '../../../scripts/debian.mjs';
import { startCaddy } from '../caddy.ts';
import { askOverHttps } from '../https/ask-over-https.ts';

/** A proxy that runs before two shops on this machine, as its sample in `deploy/` says. */
export interface OpenProxy {
  readonly port: number;
  /** The certificate to trust; null: it speaks HTTP. */
  readonly certificate: Buffer | null;
  end(): Promise<unknown>;
}

type Replacements = readonly (readonly [string, string])[];

interface Sample {
  readonly file: string;
  readonly program: string;
  readonly packages: readonly string[];
  /** What the sample says and the trial needs otherwise, apart from certificates and the shops' ports. */
  replace(ports: { readonly http: number; readonly https: number }): Replacements;
  /** The main configuration, which includes the sample at `path`. */
  main(home: string, path: string, sample: string): string;
  parameters(main: string): readonly string[];
}

/** The main configurations compress everything, since a sample must say otherwise. */
const samples: Readonly<Record<'nginx' | 'Apache' | 'HAProxy', Sample>> = {
  nginx: {
    file: 'nginx.conf',
    program: 'nginx',
    packages: ['nginx'],
    replace: ({ http, https }) => [
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`],
    ],
    main: (home, path) => `daemon off;
pid ${home}/nginx.pid;
error_log ${home}/nginx.log;
events {}
http {
	include /etc/nginx/mime.types;
	access_log off;
	gzip on;
	gzip_proxied any;
	gzip_types *;
	client_body_temp_path ${home}/nginx-bodies;
	proxy_temp_path ${home}/nginx-answers;
	include ${path};
}
`,
    parameters: (main) => ['-c', main],
  },
  Apache: {
    file: 'apache.conf',
    program: 'apache2',
    packages: ['apache2'],
    replace: ({ http, https }) => [
      ['<VirtualHost *:80>', `Listen 127.0.0.1:${http}\n<VirtualHost *:${http}>`],
      ['<VirtualHost *:443>', `Listen 127.0.0.1:${https}\n<VirtualHost *:${https}>`],
    ],
    main: (home, path, sample) => {
      const [, enabled = ''] = /^# a2enmod (.+)$/m.exec(sample) ?? [];
      const usual = 'mpm_event authz_core alias env setenvif mime filter deflate';
      // Those that the enabled ones depend on, which a2enmod adds by itself.
      const needed = 'proxy slotmem_shm socache_shmcb';
      const modules = `${usual} ${needed} ${enabled}`
        .split(' ')
        .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      return `${modules.join('\n')}
ServerRoot ${home}
DefaultRuntimeDir ${home}
ServerName localhost
PidFile ${home}/apache.pid
ErrorLog ${home}/apache.log
User www-data
Group www-data
TypesConfig /etc/mime.types
<Location />
	SetOutputFilter DEFLATE
</Location>
Include ${path}
`;
    },
    parameters: (main) => ['-f', main, '-DFOREGROUND'],
  },
  HAProxy: {
    file: 'haproxy.cfg',
    program: 'haproxy',
    packages: ['haproxy'],
    replace: ({ http, https }) => [
      ['bind :80\n', `bind 127.0.0.1:${http}\n`],
      ['bind :443 ', `bind 127.0.0.1:${https} `],
    ],
    main: (_, __, sample) => sample,
    parameters: (main) => ['-db', '-f', main],
  },
};

export type ProxyName = keyof typeof samples | 'Caddy';
export const proxyNames: readonly ProxyName[] = ['Caddy', 'nginx', 'Apache', 'HAProxy'];

/** Runs a proxy before the shops on these ports; installs it from Debian if need be. */
export async function openProxy(
  name: ProxyName,
  home: string,
  shopPorts: readonly [number, number],
): Promise<OpenProxy> {
  const port = await freePort();
  if (name === 'Caddy') {
    const child = await startCaddy(home, 'shop.Caddyfile', ['auto_https off'], {
      SHOP_DOMAIN: `http://127.0.0.1:${port}`,
      SHOP_UPSTREAMS: shopPorts.map((each) => `127.0.0.1:${each}`).join(' '),
    });
    return { port, certificate: null, end: () => endProcess(child) };
  }
  const { file, program, packages, replace, main, parameters } = samples[name];
  // Its workers run as another user, and have files of their own there.
  chmodSync(home, 0o711);
  const certificate = makeCertificate(home);
  const sample = replaceIn(readFileSync(join('deploy', file), 'utf8'), [
    ...replace({ http: await freePort(), https: port }),
    ['/etc/ssl/shop.example', home],
    [':4173', `:${shopPorts[0]}`],
    [':4174', `:${shopPorts[1]}`],
  ]);
  const path = join(home, file);
  writeFileSync(path, sample);
  const mainPath = join(home, `main-${file}`);
  writeFileSync(mainPath, main(home, path, sample));
  const child = spawn(ensureProgram(program, packages), parameters(mainPath), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  child.once('exit', (code) => {
    if (code) process.stderr.write(`${program} ended with ${code}:\n${said}`);
  });
  await untilAnswered(child, port, certificate);
  return { port, certificate, end: () => endProcess(child) };
}

/** Fails if the sample no longer says one of them, since the trial would then run something else. */
function replaceIn(sample: string, replacements: Replacements): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The sample doesn't say "${from}".`);
    return text.replaceAll(from, to);
  }, sample);
}

/** A certificate for shop.example in the files that the samples name. */
function makeCertificate(home: string): Buffer {
  const certificate = join(home, 'fullchain.pem');
  const key = join(home, 'privkey.pem');
  execFileSync(
    ensureProgram('openssl', ['openssl']),
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-days', '2', '-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const made = readFileSync(certificate);
  writeFileSync(join(home, 'fullchain-and-key.pem'), [made, readFileSync(key)].join(''));
  return made;
}

async function untilAnswered(
  child: ChildProcess,
  port: number,
  certificate: Buffer,
): Promise<void> {
  const ask = askOverHttps(port, certificate);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode} at start`);
    try {
      const { status } = await ask('GET', 'https://shop.example/api/health');
      if (status === 200) return;
    } catch {
      // Not yet.
    }
    await pause(100);
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  // Not SIGKILL, which would leave the processes that it started.
  child.kill('SIGTERM');
  await ended;
}
