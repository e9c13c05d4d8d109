import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '#contract/shop/oldest-browsers.ts';

const text = readFileSync('docs/browsers.md', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| feature'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('every row of the table of browsers is complete and names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const cells of rows) {
    expect(cells, cells[0]).toHaveLength(6);
    expect(cells.every(Boolean), cells[0]).toBe(true);
    const [, file = ''] =
      /^`(tests\/[\w/.-]+\.(?:test\.tsx?|spec\.ts))`$/.exec(cells[5] ?? '') ?? [];
    expect(existsSync(file), `${cells[0]}: ${cells[5]}`).toBe(true);
  }
});

test('the page of browsers names the oldest ones as the build does', () => {
  const { chrome, firefox, safari, ios } = oldestBrowsers;
  const named = `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari} and iOS ${ios}`;
  expect(text.replaceAll('\n', ' ')).toContain(named);
  const [, ...cells] = rows[0] ?? [];
  expect(cells.slice(0, 3)).toEqual([chrome, firefox, safari]);
});
