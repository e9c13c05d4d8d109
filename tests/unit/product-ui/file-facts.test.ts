import { expect, test } from 'vitest';
import { fileCounts, fileFacts } from '#features/product/file-facts.ts';
import { formatBytes } from '#ui/format-bytes.ts';

const file = { name: 'foxes.png', bytes: 8_412_000, width: 4200, height: 2100, dpi: 350 };

test('shows pixels, inches at the DPI, and size', () => {
  expect(fileFacts(file)).toEqual([
    '4,200\u00a0×\u00a02,100\u00a0px',
    '12\u00a0×\u00a06\u00a0in at 350\u00a0DPI',
    '8.4\u00a0MB',
  ]);
});

test('leaves out what is unknown about a file', () => {
  expect(fileFacts({ ...file, width: null, height: null, dpi: null })).toEqual(['8.4\u00a0MB']);
});

test('shows inches at the promised DPI where the file says none', () => {
  expect(fileFacts({ ...file, dpi: null })).toEqual([
    '4,200\u00a0×\u00a02,100\u00a0px',
    '12\u00a0×\u00a06\u00a0in at 350\u00a0DPI',
    'no DPI information',
    '8.4\u00a0MB',
  ]);
});

test('says that a missing file is being drawn', () => {
  expect(fileFacts({ ...file, bytes: 0 })).toContain('Being drawn');
});

test('counts the files of each kind', () => {
  const named = (...names: string[]) => fileCounts(names.map((name) => ({ ...file, name })));
  expect(named('a.png')).toBe('1 PNG file');
  expect(named('a.png', 'b.PNG', 'c.png')).toBe('3 PNG files');
  expect(named('a.png', 'b.svg', 'c.png', 'notes')).toBe('2 PNG files, 1 SVG file, and 1 file');
});

test('chooses the unit by the size', () => {
  expect(formatBytes(1)).toBe('1\u00a0byte');
  expect(formatBytes(999)).toBe('999\u00a0bytes');
  expect(formatBytes(1_500)).toBe('1.5\u00a0kB');
  expect(formatBytes(2_000_000_000_000)).toBe('2,000\u00a0GB');
});
