import { describe, expect, test } from 'vitest';
import { documentHeaders } from '#server/documents/security.ts';
import { EnvError, parseEnv } from '#server/platform/env.ts';

describe('a setting that cannot be meant is reported by its name', () => {
  test.each([
    ['NODE_ENV', 'prodution', 'must be development, production or test'],
    ['PORT', '70000', 'must be a port from 0 to 65535'],
    ['TIME_ZONE', 'Mars/Base', 'must be a time zone such as Europe/Berlin'],
    ['PORT', '80a', 'must be a port from 0 to 65535'],
    ['PUBLIC_URL', 'shop.example', 'must begin with http:// or https://'],
    ['PUBLIC_URL', 'ftp://shop.example', 'must begin with http:// or https://'],
    [
      'PUBLIC_URL',
      'https://shop.example/store',
      'must be an address without a path, such as https://shop.example',
    ],
    [
      'PUBLIC_URL',
      'https://shop.example/?from=mail',
      'must be an address without a path, such as https://shop.example',
    ],
    ['PUBLIC_URL', 'https://me:secret@shop.example', 'must have no password'],
    [
      'MAIL_FROM',
      'notanaddress',
      'must be an e-mail address, such as Pinwheel <hello@shop.example>',
    ],
    [
      'MAIL_FROM',
      'Shop <hello>',
      'must be an e-mail address, such as Pinwheel <hello@shop.example>',
    ],
    ['PAYPAL_SDK_URL', 'http://www.paypal.com', 'must begin with https://'],
    ['PAYPAL_API_URL', 'paypal', 'must be a URL'],
    ['SMTP_URL', 'mail.example', 'must begin with smtp:// or smtps://'],
    ...['smtp://', 'smtps://me:pa/ss@mail.example', 'smtps://me:12#3@mail.example'].map(
      (url): [string, string, string] => [
        'SMTP_URL',
        url,
        'must be an address such as smtps://name:password@mail.example:465, with / # ? and @ in the password written as %2F %23 %3F %40',
      ],
    ),
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error or silent'],
  ])('%s=%s', (name, value, message) => {
    const read = () => parseEnv({ [name]: value });
    expect(read).toThrow(EnvError);
    expect(read).toThrow(new EnvError(`${name} ${message}`));
  });
});

test('reports each invalid setting in a line of its own', () => {
  expect(() => parseEnv({ PORT: '70000', NODE_ENV: 'live' })).toThrow(
    'PORT must be a port from 0 to 65535\nNODE_ENV must be development, production or test',
  );
});

test('takes what can be meant', () => {
  const settings = {
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://Shop.example/',
    MAIL_FROM: 'Clementine & Juniper <hello@shop.example>',
    PAYPAL_API_URL: 'http://127.0.0.1:8080/paypal',
    PORT: '0',
  };
  expect(parseEnv(settings)).toMatchObject({
    publicUrl: 'https://shop.example',
    mailFrom: 'Clementine & Juniper <hello@shop.example>',
    port: 0,
    isProduction: false,
  });
  expect(parseEnv({ MAIL_FROM: 'hello@shop.example', PUBLIC_URL: '' })).toMatchObject({
    mailFrom: 'hello@shop.example',
    publicUrl: 'http://localhost:4173',
  });
});

describe('files in a bucket', () => {
  test('need only its address where the server is named', () => {
    const settings = { FILES_URL: 's3://shop-files/a/b/', S3_ENDPOINT: 'http://localhost:9000/' };
    expect(parseEnv(settings).bucket).toEqual({
      bucket: 'shop-files',
      prefix: 'a/b/',
      endpoint: 'http://localhost:9000',
      publicEndpoint: 'http://localhost:9000',
      region: 'us-east-1',
    });
  });

  test('need a region at Amazon, and are allowed in pages there', () => {
    const FILES_URL = 's3://shop-files';
    expect(() => parseEnv({ FILES_URL })).toThrow('S3_REGION is needed');
    expect(parseEnv({ FILES_URL, AWS_REGION: 'eu-west-1' }).bucket).toMatchObject({
      region: 'eu-west-1',
    });
    const env = parseEnv({
      FILES_URL,
      S3_REGION: 'eu-central-1',
      IMAGES_URL: 'https://pictures.example/previews/',
    });
    const policy = documentHeaders(env, 'shop')['Content-Security-Policy'];
    expect(policy).toContain(
      "connect-src 'self' https://shop-files.s3.eu-central-1.amazonaws.com;",
    );
    expect(policy).toContain("img-src 'self' data: blob: https://pictures.example;");
    expect(env.imagesUrl).toBe('https://pictures.example/previews');
  });

  test.each([
    ['s3://Shop', 'bucket'],
    ['s3://shop.files', 'without dots'],
    ['https://shop', 's3://'],
    ['s3://shop-files/../x', 'prefix'],
  ])('%s is no bucket', (FILES_URL, why) => {
    expect(() => parseEnv({ FILES_URL, S3_REGION: 'x' })).toThrow(why);
  });

  test('settings for a bucket without one are refused', () => {
    expect(() => parseEnv({ S3_ENDPOINT: 'http://localhost:9000' })).toThrow(
      'S3_ENDPOINT has no effect without FILES_URL=s3://…',
    );
    expect(parseEnv({}).bucket).toBeNull();
  });
});

test("the provider's inline styles are allowed without a hash, which would forbid them", () => {
  const env = parseEnv({ PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' });
  const policy = documentHeaders(env, 'checkout', "'sha256-x'")['Content-Security-Policy'];
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
});
