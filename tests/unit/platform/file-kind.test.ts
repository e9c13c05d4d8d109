import { expect, test } from 'vitest';
import { fileKind, nameOfKind } from '#server/platform/files/file-kind.ts';
import { picture } from '#tests/support/pictures.ts';

const typeOf = (text: string) => fileKind(Buffer.from(text, 'latin1'))?.mediaType ?? null;

test.each(['png', 'jpeg', 'webp', 'tiff'] as const)('recognizes a real %s', async (format) => {
  expect(fileKind(await picture(format))?.mediaType).toBe(`image/${format}`);
});

test.each([
  ['%PDF-1.4', 'application/pdf'],
  ['8BPS\0\u0001', 'image/vnd.adobe.photoshop'],
  ['%!PS-Adobe-3.0 EPSF-3.0', 'application/postscript'],
  ['PK\u0003\u0004', 'application/zip'],
  ['<svg xmlns="x">', 'image/svg+xml'],
  ['<?xml version="1.0"?>\n<!-- Generator: a program -->\n<svg>', 'image/svg+xml'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg:svg>', 'image/svg+xml'],
  ['<!doctype html><svg>', null],
  ['<html><svg>', null],
  ['<?xml version="1.0"?><script/>', null],
  ['a <svg>', null],
  ['GIF89a', null],
  ['MZ', null],
  ['#!/bin/sh', null],
  ['', null],
])('%j is %s', (text, type) => {
  expect(typeOf(text)).toBe(type);
});

test.each([
  ['Fox.png', 'Fox.png'],
  ['Fox.PNG', 'Fox.PNG'],
  ['Fox.jpg', 'Fox.png'],
  ['Fox', 'Fox.png'],
  ['Fox v1.2', 'Fox v1.2.png'],
  ['Fox.exe', 'Fox.exe.png'],
  ['../.png', 'png.png'],
  ['con.png', 'file con.png'],
])('a PNG named %s is stored as %s', async (given, kept) => {
  const kind = fileKind(await picture('png'));
  expect(kind && nameOfKind(given, kind)).toBe(kept);
});
