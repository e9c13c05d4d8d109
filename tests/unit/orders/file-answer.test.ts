import { describe, expect, it } from 'vitest';
import { readFileAnswer } from '#features/orders/file-answer.ts';
import { attachment } from '#server/platform/files/safe-name.ts';

const digest = 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:';
const hex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const read = (status: number, headers: Record<string, string> = {}, url = '') =>
  readFileAnswer(status, new Headers(headers), url);

describe('the answer to a file request', () => {
  it('can be the whole file', () => {
    const headers = { 'Repr-Digest': digest, ETag: '"a"', 'Content-Length': '10' };
    expect(read(200, { ...headers, 'Content-Type': 'image/png' })).toEqual({
      kind: 'body',
      at: 0,
      total: 10,
      sha256: hex,
      isOfZip: false,
      mediaType: 'image/png',
      name: null,
    });
  });

  it('says what the file is called, or its address in the bucket does', () => {
    const name = attachment('Füchse (2).png');
    const url = `https://files.example/originals/${hex.slice(0, 2)}/${hex}`;
    const query = new URLSearchParams({ 'response-content-disposition': name });
    const headers = { 'Repr-Digest': digest, 'Content-Disposition': name };
    expect(read(200, headers)).toMatchObject({ name: 'Füchse (2).png' });
    expect(read(200, {}, `${url}?${query}`)).toMatchObject({ name: 'Füchse (2).png' });
    expect(read(200, {}, url)).toMatchObject({ name: null });
  });

  it('can be a ZIP with the digest of its contents', () => {
    expect(read(206, { 'X-Zip-Digest': hex, 'Content-Range': 'bytes 4-9/10' })).toMatchObject({
      sha256: hex,
      isOfZip: true,
    });
    expect(read(200, { 'X-Zip-Digest': 'short' })).toEqual({ kind: 'none' });
  });

  it('can be the part from a given byte on', () => {
    const headers = { 'Repr-Digest': `sha-512=:abc=:, ${digest}`, ETag: '"a"' };
    expect(read(206, { ...headers, 'Content-Range': 'bytes 4-9/10' })).toMatchObject({
      kind: 'body',
      at: 4,
      total: 10,
      sha256: hex,
    });
    expect(read(206, headers)).toEqual({ kind: 'none' });
  });

  it('has no length if the bytes were compressed on the way', () => {
    const headers = { 'Repr-Digest': digest, 'Content-Length': '4', 'Content-Encoding': 'gzip' };
    expect(read(200, headers)).toMatchObject({ total: null });
  });

  it('of a bucket has its digest in the address', () => {
    const url = `https://files.example/shop/originals/${hex.slice(0, 2)}/${hex}?X-Amz-Expires=300`;
    const headers = { ETag: '"of-the-bucket"', 'Content-Range': 'bytes 4-9/10' };
    expect(read(206, headers, url)).toMatchObject({ sha256: hex, at: 4, total: 10 });
    // Other origins don't show whether it was compressed, so its length may be another's.
    expect(read(200, { 'Content-Length': '4' }, url)).toMatchObject({ sha256: hex, total: null });
    expect(read(200, {}, `https://files.example/${hex}`)).toEqual({ kind: 'none' });
  });

  it("without a digest isn't the shop's file", () => {
    expect(read(200, { 'Content-Type': 'text/html' })).toEqual({ kind: 'none' });
    expect(read(200, { 'Repr-Digest': 'sha-256=:short:' })).toEqual({ kind: 'none' });
  });

  it('is a refusal only if the shop refuses', () => {
    const json = { 'Content-Type': 'application/json' };
    expect([401, 403, 404].map((status) => read(status, json).kind)).toEqual(
      Array(3).fill('refused'),
    );
    expect(read(403, { 'Content-Type': 'text/html' }).kind).toBe('none');
    expect([408, 425, 429, 500, 503].map((status) => read(status, json).kind)).toEqual(
      Array(5).fill('none'),
    );
    expect(read(416).kind).toBe('past-end');
  });
});
