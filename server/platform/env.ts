import { hostname } from 'node:os';
import * as v from 'valibot';
import { isTimeZone } from '#contract/wire/day-in.ts';
import { emailPattern } from '#contract/wire/fields.ts';
import type { BucketSetting } from './bucket-setting.ts';
import { type IpRange, parseIpRange } from './ip-address.ts';
import { inboxFrom, type MailInbox, mailInboxUrl } from './mail-inbox.ts';

const onOff = v.picklist(['on', 'off'], 'must be on or off');
const countSetting = v.optional(
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'must be a whole number'), v.transform(Number)),
);
const localHosts = ['localhost', '127.0.0.1', '[::1]'];
const isLocal = (address: URL) => localHosts.includes(address.hostname);

/** The address of a site: http or https, without a path. Without a trailing slash afterwards. */
const site = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must begin with http:// or https://',
  ),
  v.transform((text) => new URL(text)),
  v.check(
    ({ pathname, search, hash }) => pathname === '/' && search === '' && hash === '',
    'must be an address without a path, such as https://shop.example',
  ),
  v.check(({ username, password }) => username === '' && password === '', 'must have no password'),
  v.transform(({ origin }) => origin),
);

/** `s3://bucket` or `s3://bucket/prefix`. A name with dots would not match the certificate of its address. */
const bucketUrl = v.pipe(
  v.string(),
  v.regex(
    /^s3:\/\/[a-z0-9][a-z0-9-]{1,61}[a-z0-9](\/[\w-]+)*\/?$/,
    'must be s3:// with a bucket’s name, without dots, and perhaps a prefix, such as s3://shop-files/pinwheel',
  ),
  v.transform((text) => {
    const [bucket = '', ...prefix] = text.slice('s3://'.length).split('/').filter(Boolean);
    return { bucket, prefix: prefix.map((part) => `${part}/`).join('') };
  }),
);

/** A web address that paths are appended to; without a trailing slash afterwards. */
const baseUrl = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^?#@]+$/, 'must be an address such as https://pictures.example/previews'),
  v.check((text) => URL.canParse(text), 'must be a URL'),
  v.transform((text) => text.replace(/\/$/, '')),
);

/** An address of the payment provider: encrypted, unless it is on this machine. */
const provider = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text), 'must be a URL'),
  v.check((text) => {
    const address = URL.parse(text);
    return (
      !address ||
      address.protocol === 'https:' ||
      (address.protocol === 'http:' && isLocal(address))
    );
  }, 'must begin with https://'),
);

const smtp = /^smtps?:\/\//;

/** A mail server. What a password has to have encoded would cut the address short, or make it unreadable. */
const mailServer = v.pipe(
  v.string(),
  v.regex(smtp, 'must begin with smtp:// or smtps://'),
  v.check((text) => {
    const address = URL.parse(text);
    return !smtp.test(text) || (!!address?.hostname && address.hash === '');
  }, 'must be an address such as smtps://name:password@mail.example:465, with / # ? and @ in the password written as %2F %23 %3F %40'),
);

/** `hello@shop.example`, or `Shop <hello@shop.example>`. */
const sender = v.pipe(
  v.string(),
  v.check((text) => {
    const [, address = text] = /^[^<>]*<([^<>]+)>$/.exec(text) ?? [];
    return emailPattern.test(address);
  }, 'must be an e-mail address, such as Pinwheel <hello@shop.example>'),
);

const ipRanges = v.pipe(
  v.string(),
  v.rawTransform<string, readonly IpRange[]>(({ dataset, addIssue }) => {
    const parts = dataset.value.split(',').map((part) => part.trim());
    return parts.filter(Boolean).flatMap((part) => {
      const range = parseIpRange(part);
      if (!range) {
        addIssue({
          message: `must be IP addresses or ranges such as 10.0.0.1 or 10.0.0.0/8, comma-joined; "${part}" is neither`,
        });
      }
      return range ? [range] : [];
    });
  }),
);

/** The environment variables the server reads. All are optional; see docs/operating.md. */
const envSchema = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port from 0 to 65535'),
      v.transform(Number),
      v.maxValue(65_535, 'must be a port from 0 to 65535'),
    ),
    '4173',
  ),
  HOST: v.optional(v.string(), 'localhost'),
  METRICS_PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port from 0 to 65535'),
      v.transform(Number),
      v.maxValue(65_535, 'must be a port from 0 to 65535'),
    ),
  ),
  PUBLIC_URL: v.optional(site),
  DATA_DIR: v.optional(v.string(), './data'),
  FILES_URL: v.optional(bucketUrl),
  S3_ENDPOINT: v.optional(site),
  S3_PUBLIC_ENDPOINT: v.optional(site),
  S3_REGION: v.optional(v.string()),
  IMAGES_URL: v.optional(baseUrl),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => {
        const address = URL.parse(text);
        const isPostgres = address?.protocol === 'postgres:' || address?.protocol === 'postgresql:';
        return isPostgres && address.hostname !== '' && address.pathname.length > 1;
      }, 'must be an address such as postgres://user:password@host/name'),
    ),
  ),
  SMTP_URL: v.optional(mailServer),
  MAIL_INBOX_URL: v.optional(mailInboxUrl),
  MAIL_FROM: v.optional(sender, 'Pinwheel <hello@pinwheel.example>'),
  PAYPAL_CLIENT_ID: v.optional(v.string()),
  PAYPAL_CLIENT_SECRET: v.optional(v.string()),
  PAYPAL_WEBHOOK_ID: v.optional(v.string()),
  PAYPAL_ENVIRONMENT: v.optional(
    v.picklist(['live', 'sandbox', 'practice'], 'must be live, sandbox or practice'),
  ),
  PAYPAL_API_URL: v.optional(provider),
  PAYPAL_SDK_URL: v.optional(provider),
  DEMO: v.optional(onOff),
  /** How many demo designs are drawn, and the longest side of their originals in px. Tests and audits use few and small ones. */
  DEMO_DESIGNS: countSetting,
  DEMO_PIXELS: countSetting,
  /** Multiplies every rate limit; raised for test runs with thousands of requests. */
  LIMIT_FACTOR: countSetting,
  SERVICE_WORKER: v.optional(onOff, 'on'),
  /** Lets an import fetch pictures from the network the shop runs in. Off: only from public addresses. */
  IMPORT_FROM_OWN_NETWORK: v.optional(onOff, 'off'),
  TRUST_PROXY: v.optional(ipRanges, ''),
  TIME_ZONE: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, 'must be a time zone such as Europe/Berlin')),
    'UTC',
  ),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    ),
    'info',
  ),
  NODE_ENV: v.optional(
    v.picklist(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
});

const liveHosts = { api: 'https://api-m.paypal.com', sdk: 'https://www.paypal.com' };
const sandboxHosts = {
  api: 'https://api-m.sandbox.paypal.com',
  sdk: 'https://www.sandbox.paypal.com',
};

/** The parsed configuration. `payments.mode` practice: the built-in stand-in is used and no money moves. */
export interface Env {
  readonly port: number;
  readonly host: string;
  /** Where the figures for Prometheus are; null: nowhere. */
  readonly metricsPort: number | null;
  /** The address at which buyers reach the shop, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The machine's name: with several, each has a `dataDir` of its own. */
  readonly machine: string;
  /** Where files are stored; null: in `dataDir`. */
  readonly bucket: BucketSetting | null;
  /** Where browsers get previews, `/<ab>/<hash>/<width>.<format>` appended; null: from the shop. */
  readonly imagesUrl: string | null;
  /** Of a PostgreSQL database; null: SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Where answers to the shop's mails arrive; null: it doesn't read them. */
  readonly mailInbox: MailInbox | null;
  readonly payments:
    | { readonly mode: 'practice' }
    | {
        readonly mode: 'live' | 'sandbox';
        readonly clientId: string;
        readonly clientSecret: string;
        readonly webhookId: string | null;
        readonly apiUrl: string;
        readonly sdkUrl: string;
      };
  /** null: on if the database is empty, no provider is configured and this is not production. */
  readonly demo: boolean | null;
  readonly demoDesigns: number | null;
  readonly demoPixels: number | null;
  /** False: browsers get a worker that removes itself. */
  readonly hasWorker: boolean;
  /** An import may fetch pictures from the network the shop runs in. */
  readonly isOwnNetworkOpen: boolean;
  /** Networks of proxies whose forwarded headers are trusted. */
  readonly trustedProxies: readonly IpRange[];
  /** In which the days of the studio's figures begin; an IANA name. */
  readonly timeZone: string;
  readonly logLevel: string;
  readonly isProduction: boolean;
  readonly limitFactor: number;
}

/** Thrown with one line per invalid setting. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Parses the environment; called once, at start. An empty value counts as unset. @throws EnvError */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.keys(envSchema.entries).flatMap((key) => (source[key] ? [[key, source[key]]] : [])),
  );
  const parsed = v.safeParse(envSchema, given);
  if (!parsed.success) {
    throw new EnvError(
      parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join('\n'),
    );
  }
  const env = parsed.output;
  const isProduction = env.NODE_ENV === 'production';
  return {
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT ?? null,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    machine: hostname(),
    bucket: bucketFrom(env, source.AWS_REGION),
    imagesUrl: env.IMAGES_URL ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    mailInbox:
      env.MAIL_INBOX_URL === undefined ? null : inboxFrom(env.MAIL_INBOX_URL, env.MAIL_FROM),
    payments: paymentsFrom(env, isProduction),
    demo: env.DEMO === undefined ? null : env.DEMO === 'on',
    demoDesigns: env.DEMO_DESIGNS ?? null,
    demoPixels: env.DEMO_PIXELS ?? null,
    hasWorker: env.SERVICE_WORKER === 'on',
    isOwnNetworkOpen: env.IMPORT_FROM_OWN_NETWORK === 'on',
    trustedProxies: env.TRUST_PROXY,
    timeZone: env.TIME_ZONE,
    logLevel: env.LOG_LEVEL,
    isProduction,
    limitFactor: env.LIMIT_FACTOR ?? 1,
  };
}

function bucketFrom(
  env: v.InferOutput<typeof envSchema>,
  usualRegion: string | undefined,
): BucketSetting | null {
  if (!env.FILES_URL) {
    for (const name of ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_REGION', 'IMAGES_URL'] as const) {
      if (env[name]) throw new EnvError(`${name} has no effect without FILES_URL=s3://…`);
    }
    return null;
  }
  const endpoint = env.S3_ENDPOINT ?? null;
  // Servers other than Amazon's mostly ignore the region.
  const region = env.S3_REGION ?? (usualRegion || (endpoint && 'us-east-1'));
  if (!region) throw new EnvError('S3_REGION is needed, such as eu-central-1, or an S3_ENDPOINT');
  return { ...env.FILES_URL, endpoint, publicEndpoint: env.S3_PUBLIC_ENDPOINT ?? endpoint, region };
}

function paymentsFrom(
  env: v.InferOutput<typeof envSchema>,
  isProduction: boolean,
): Env['payments'] {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  if (env.PAYPAL_ENVIRONMENT === 'practice') return { mode: 'practice' };
  if (!clientId && !clientSecret) {
    if (isProduction) {
      throw new EnvError(
        'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are needed in production (or ask for practice payments by name: PAYPAL_ENVIRONMENT=practice)',
      );
    }
    return { mode: 'practice' };
  }
  if (!clientId || !clientSecret) {
    throw new EnvError(
      'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together: one of them is missing',
    );
  }
  const mode = env.PAYPAL_ENVIRONMENT ?? (isProduction ? 'live' : 'sandbox');
  const hosts = mode === 'live' ? liveHosts : sandboxHosts;
  return {
    mode,
    clientId,
    clientSecret,
    webhookId: env.PAYPAL_WEBHOOK_ID ?? null,
    apiUrl: env.PAYPAL_API_URL ?? hosts.api,
    sdkUrl: env.PAYPAL_SDK_URL ?? hosts.sdk,
  };
}
