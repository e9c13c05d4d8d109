import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThis } from '#tests/support/end-with-this.ts';
import { freePort } from '#tests/support/run-shop.ts';
import { untilStarted } from '#tests/support/until-started.ts';
import { ensureProgram, isDebianRoot } from '../../scripts/debian.mjs';

/** A mail server that others wrote, which offers STARTTLS with a certificate that it signed itself. */
export interface Postfix {
  /** It knows no recipient of `unknownDomain`. */
  readonly url: string;
  /** The same, but for each sender and recipient it refuses what comes within `greySeconds` of the first try. */
  readonly greyUrl: string;
  /** Whatever was delivered, to any address. */
  mails(): string[];
  /** How often it refused that recipient. */
  refusals(recipient: string): number;
  end(): Promise<void>;
}

export const unknownDomain = 'unknown.example';

/** Over before the second try for a mail. */
const greySeconds = 20;

/** Runs Debian's Postfix with postgrey on loopback. Null where they can't be installed. */
export async function runPostfix(): Promise<Postfix | null> {
  if (!isDebianRoot()) return null;
  const programs = [ensureProgram('postfix'), ensureProgram('postgrey')] as const;
  const home = mkdtempSync(join(tmpdir(), 'pinwheel-postfix-'));
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(home, { recursive: true, maxRetries: 10, retryDelay: 200 });
  };
  const start = (program: string, parameters: readonly string[]) => {
    // Postfix ends the processes of its group when it ends.
    const child = spawn(program, parameters, { stdio: 'ignore', detached: true });
    endWithThis(child, 'TERM');
    children.push(child);
  };
  try {
    const ports = { usual: await freePort(), grey: await freePort(), policy: await freePort() };
    configure(home, ports);
    const [postfix, postgrey] = programs;
    start(postgrey, greylisting(home, ports.policy));
    const config = ['-c', join(home, 'etc')];
    execFileSync(postfix, [...config, 'check']);
    const daemons = execFileSync(ensureProgram('postconf', ['postfix']), [
      ...config,
      '-h',
      'daemon_directory',
    ]);
    start(join(daemons.toString().trim(), 'master'), [...config, '-s']);
    await Promise.all(Object.values(ports).map(untilOpen));
    const delivered = join(home, 'box', 'all', 'new');
    return {
      url: `smtp://localhost:${ports.usual}`,
      greyUrl: `smtp://localhost:${ports.grey}`,
      mails: () =>
        existsSync(delivered)
          ? readdirSync(delivered).map((name) => readFileSync(join(delivered, name), 'utf8'))
          : [],
      refusals: (recipient) =>
        readFileSync(logFile(home), 'utf8')
          .split('\n')
          .filter((line) => line.includes(': reject: ') && line.includes(`to=<${recipient}>`))
          .length,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

const logFile = (home: string) => join(home, 'mail.log');

async function untilOpen(port: number): Promise<void> {
  await untilStarted(async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  });
}

const greylisting = (home: string, port: number) => [
  `--inet=127.0.0.1:${port}`,
  `--delay=${greySeconds}`,
  // Otherwise it soon trusts a client.
  '--auto-whitelist-clients=0',
  `--dbdir=${home}/grey`,
  '--user=postgrey',
  '--group=postgrey',
];

interface Ports {
  readonly usual: number;
  readonly grey: number;
  readonly policy: number;
}

function configure(home: string, ports: Ports): void {
  chmodSync(home, 0o755);
  for (const name of ['etc', 'queue', 'data', 'grey', 'box']) mkdirSync(join(home, name));
  execFileSync('chown', ['postfix', join(home, 'data')]);
  execFileSync('chown', ['postgrey', join(home, 'grey')]);
  execFileSync('chown', ['nobody', join(home, 'box')]);
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(home, 'key.pem')];
  const subject = [
    '-subj',
    '/CN=mail.example',
    '-days',
    '2',
    '-out',
    join(home, 'certificate.pem'),
  ];
  execFileSync(ensureProgram('openssl'), ['req', '-x509', ...key, ...subject], { stdio: 'pipe' });
  const nobody = ['-u', '-g'].map((which) =>
    execFileSync('id', [which, 'nobody']).toString().trim(),
  );
  const settings: Readonly<Record<string, string>> = {
    compatibility_level: '3.6',
    queue_directory: `${home}/queue`,
    data_directory: `${home}/data`,
    maillog_file: logFile(home),
    maillog_file_prefixes: home,
    myhostname: 'mail.example',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    virtual_mailbox_domains: `regexp:${home}/etc/any`,
    virtual_mailbox_maps: 'static:all/',
    virtual_mailbox_base: `${home}/box`,
    virtual_uid_maps: `static:${nobody[0]}`,
    virtual_gid_maps: `static:${nobody[1]}`,
    virtual_minimum_uid: '1',
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: `${home}/certificate.pem`,
    smtpd_tls_key_file: `${home}/key.pem`,
    smtpd_recipient_restrictions: `regexp:${home}/etc/refused, permit_mynetworks, reject`,
  };
  const grey = `check_policy_service,inet:127.0.0.1:${ports.policy},permit`;
  const files: Readonly<Record<string, string>> = {
    'main.cf': Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
    'master.cf': `127.0.0.1:${ports.usual} inet n - n - - smtpd
127.0.0.1:${ports.grey} inet n - n - - smtpd -o smtpd_recipient_restrictions=${grey}
${services}`,
    any: '/./ OK\n',
    refused: `/@${unknownDomain.replaceAll('.', '\\.')}$/ 550 5.1.1 User unknown\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, 'etc', name), text);
}

/** Debian's, without those that send mails elsewhere. */
const services = `cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
proxymap unix - - n - - proxymap
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
