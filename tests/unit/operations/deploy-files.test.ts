import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yaml');
const bucketProxy = read('deploy/compose.Caddyfile');
const unit = read('deploy/pinwheel@.service');
const commands = read('deploy/pinwheel');

const found = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, part = '']) => part);

/** The settings that the manual lists. */
const settings = new Set(
  found(`${read('docs/operating.md')}${read('docs/scaling.md')}`, /`([A-Z][A-Z0-9_]+)`/g),
);

test('the image has the Node that the shop is tested with', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: { node: string };
  };
  const images = found(dockerfile, /^FROM node:([\d.]+)-/gm);
  expect(new Set(images)).toEqual(new Set([dependencies.node]));
});

test('the image copies folders that exist, and all that the server imports', () => {
  const copied = found(dockerfile, /^COPY --from=build \/app\/(\S+)/gm);
  const made = ['node_modules', 'dist'];
  for (const path of copied) expect(made.includes(path) || existsSync(path), path).toBe(true);
  expect(copied).toEqual(
    expect.arrayContaining([...made, 'package.json', 'contract', 'server', 'demo', 'scripts']),
  );
});

test('image and unit start the same program', () => {
  const [run = ''] = found(dockerfile, /^CMD \[(.+)\]$/gm);
  const [start = ''] = found(unit, /^ExecStart=\/opt\/pinwheel\/(.+)$/gm);
  const command = found(run, /"([^"]+)"/g);
  expect(command).toEqual(start.split(' '));
  const script = command.at(-1) ?? '';
  expect(existsSync(script), script).toBe(true);
  expect(JSON.parse(read('package.json')).scripts.start).toBe(`node ${script}`);
});

test('under systemd the shop listens where the samples of proxies look', () => {
  const [host] = found(unit, /^Environment=.*\bHOST=(\S+)/gm);
  for (const sample of ['nginx.conf', 'apache.conf', 'haproxy.cfg']) {
    expect(found(read(`deploy/${sample}`), /(\S+):4173\b/g).join(), sample).toContain(host);
  }
});

test('commands run with the user, folders, program and settings of the unit', () => {
  const ofUnit = [
    ...found(unit, /^User=(.+)$/gm).map((user) => `uid=${user}`),
    ...found(unit, /^((?:WorkingDirectory|EnvironmentFile|StateDirectory(?:Mode)?)=[^-].*)$/gm),
    ...found(unit, /(?:^Environment=| )([A-Z][A-Z0-9_]+=\S+)/gm),
    ...found(unit, /^ExecStart=(\S+)/gm),
  ];
  const ofCommands = [
    ...found(commands, /(?:--|--property=|--setenv=)((?:uid|[A-Z]\w+)=\S+)/g),
    ...found(commands, /^ {2}(\/\S+)/gm),
  ];
  expect(ofCommands.toSorted()).toEqual(ofUnit.filter((each) => each !== 'PORT=%i').toSorted());
});

test('what they set is a setting of the shop', () => {
  const shop = compose.slice(compose.indexOf('x-shop:'), compose.indexOf('services:'));
  const set = [
    ...found(dockerfile, /(?:^ENV | )([A-Z][A-Z0-9_]+)=/gm),
    ...found(unit, /(?:^Environment=| )([A-Z][A-Z0-9_]+)=/gm),
    ...found(shop, /^ {4}([A-Z][A-Z0-9_]+):/gm),
  ];
  expect(set.length).toBeGreaterThan(10);
  expect(set.filter((name) => !settings.has(name))).toEqual([]);
});

test('image, health check, compose and proxy agree on the port', () => {
  const [port] = found(dockerfile, /\bPORT=(\d+)/g);
  const upstreams = found(compose, /shop-\d:(\d+)/g);
  expect(found(dockerfile, /localhost:(\d+)\/api\/health/g)).toEqual([port]);
  expect(found(dockerfile, /^EXPOSE (\d+)$/gm)).toEqual([port]);
  expect(upstreams).toEqual([port, port]);
});

test('compose and its proxy name services and files that exist', () => {
  const services = found(compose.slice(compose.indexOf('\nservices:')), /^ {2}([\w-]+):$/gm);
  const proxied = found(bucketProxy, /reverse_proxy \{\$FILES_UPSTREAM:([\w-]+):/g);
  const upstreams = found(compose, /\b(shop-\d):\d+/g);
  const hosts = found(compose, /(?:@|http:\/\/)([a-z\d]+)(?::\d|\/)/g);
  expect([...proxied, ...upstreams, ...hosts].filter((name) => !services.includes(name))).toEqual(
    [],
  );
  for (const file of found(compose, /- \.\/([\w.]+):/g)) {
    expect(existsSync(`deploy/${file}`), file).toBe(true);
  }
  expect(found(compose, /dockerfile: (\S+)/g).every((path) => existsSync(path))).toBe(true);
});

test('the proxy lets browsers only read, and only in the shop’s bucket', () => {
  const [bucket] = found(compose, /FILES_URL: s3:\/\/(\w+)$/gm);
  expect(bucketProxy).toContain(`@download {
		method GET HEAD OPTIONS
		path /${bucket}/*
	}`);
  expect(bucketProxy).toMatch(/^\thandle @download \{\n[^}]*reverse_proxy [^\n]*\n\t\}$/m);
  expect(found(bucketProxy, /(reverse_proxy)/g)).toHaveLength(1);
  expect(bucketProxy).toMatch(/^\thandle \{\n\t\trespond 404\n\t\}$/m);
});

test('the proxy keeps a browser with one shop, as pages and code of two builds don’t mix', () => {
  const [policy] = found(compose, /SHOP_POLICY: (.+)$/gm);
  expect(policy).toBe('cookie');
  expect(read('deploy/Caddyfile')).toContain('lb_policy {$SHOP_POLICY:');
});

test('all proxies send to the same ports, the second only while the first is closed', () => {
  const ports = ['4173', '4174'];
  const servers = {
    'nginx.conf': /^\tserver 127\.0\.0\.1:(\d+) max_fails=0(?: backup)?;$/gm,
    'apache.conf': /BalancerMember http:\/\/127\.0\.0\.1:(\d+) /g,
    'haproxy.cfg': /^\tserver shop-\d 127\.0\.0\.1:(\d+)/gm,
    Caddyfile: /localhost:(\d+)/g,
  };
  for (const [file, pattern] of Object.entries(servers)) {
    expect(found(read(`deploy/${file}`), pattern), file).toEqual(ports);
  }
  expect(read('deploy/nginx.conf')).toMatch(/4174 .*backup;/);
  expect(read('deploy/haproxy.cfg')).toMatch(/4174 backup/);
  expect(read('deploy/apache.conf')).toMatch(/4174 .*status=\+R/);
});

test('no proxy passes on the address that a visitor claims to have', () => {
  expect(read('deploy/nginx.conf')).toContain('X-Forwarded-For $remote_addr;');
  expect(read('deploy/apache.conf')).toContain('RequestHeader unset X-Forwarded-For');
  expect(read('deploy/haproxy.cfg')).toContain('set-header X-Forwarded-For %[src]');
});

test('the file with the passwords is neither committed nor sent to the build', () => {
  expect(compose).toContain('env_file: .env');
  expect(read('.gitignore').split('\n')).toContain('.env');
  expect(read('deploy/Dockerfile.dockerignore').split('\n')).toContain('**/.env');
});
