#!/usr/bin/env bash
# s3rver 3.7.1, a stand-in for S3 in tests, stores an object whose x-amz-checksum-sha256 is wrong, and overwrites an
# existing one despite `If-None-Match: *`. S3 itself answers 400 BadDigest and 412. Tests of either that pass on s3rver
# prove nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund s3rver@3.7.1 @aws-sdk/client-s3@3.1164.0
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

const server = new S3rver({ port: 0, silent: true, directory: 'data', configureBuckets: [{ name: 'b' }] });
const { port } = await server.run();
const client = new S3Client({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
});
const put = (Body, more) =>
  client.send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body, ...more })).then(
    ({ $metadata }) => $metadata.httpStatusCode,
    (error) => error.name,
  );
const ofOther = createHash('sha256').update('other bytes').digest('base64');
const seen = {
  'wrong checksum': await put('first', { ChecksumSHA256: ofOther }),
  'If-None-Match: *': await put('second', { IfNoneMatch: '*' }),
};
const { Body } = await client.send(new GetObjectCommand({ Bucket: 'b', Key: 'k', ChecksumMode: 'DISABLED' }));
seen.stored = await Body.transformToString();
console.log(seen);
assert.deepEqual(seen, { 'wrong checksum': 200, 'If-None-Match: *': 200, stored: 'second' });
await server.close();
JS
node seen.mjs
