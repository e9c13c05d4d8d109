import { expect, test } from 'vitest';
import { importDesk } from '#tests/support/import-desk.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';

/** Files that can't be read; files of a wrong kind are in hostile-files.test.ts. */

test('a file that is too long is refused while it arrives', async () => {
  const desk = await importDesk();
  const body = new Blob([new Uint8Array(50 * 1024 * 1024 + 1).fill(65)]);

  const response = await sendStudio(desk.app, 'uploadImport', { cookie: desk.cookie, body });

  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: 'TOO_LARGE' });
});

test('a file that cannot be read is refused with the reason and leaves nothing behind', async () => {
  const desk = await importDesk();
  const bytes = new Uint8Array(
    Buffer.from('Handle,Title,Variant Price\r\na,Caf\u00e9,1', 'latin1'),
  );

  const { problem } = await studioRefused(desk.app, 'uploadImport', {
    cookie: desk.cookie,
    query: {},
    body: new Blob([bytes]),
  });

  expect(problem).toMatchObject({ code: 'INVALID' });
  expect(problem.message).toMatch(/Line 2 .* UTF-8/);
  const { answer } = await callStudio(desk.app, 'imports', { cookie: desk.cookie, query: {} });
  expect(answer.items).toEqual([]);
});

test.each([
  ['no byte', '', 400],
  ['only a byte order mark', '\ufeff', 422],
  ['only blank lines', '\r\n \r\n\n', 422],
])('says that a file with %s is empty', async (_, text, expected) => {
  const desk = await importDesk();

  const { status, problem } = await studioRefused(desk.app, 'uploadImport', {
    cookie: desk.cookie,
    query: {},
    body: new Blob([text]),
  });

  expect([status, problem.message]).toEqual([expected, 'This file is empty.']);
});
