import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { startUpload } from '#tests/support/send-upload.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';

test('a tab that starts an upload while another sends its last part shares it', async () => {
  const url = await newPostgres('migrated');
  const database = await openPostgres(url);
  atEndOfFile(() => database.close());
  const { services, app, cookie } = await shopWithOwner({ database });
  const designId = await addProduct(services, { status: 'draft', files: {} });
  const file = { name: 'both.pdf', bytes: Buffer.from('%PDF-1.7\nmoons') };
  const first = await startUpload(app, cookie, designId, file);
  const other = new pg.Client(url);
  await other.connect();
  await other.query('BEGIN');
  await other.query(`UPDATE "fileUploads" SET received = bytes, sha256 = 'done' WHERE id = $1`, [
    first._id,
  ]);

  const second = startUpload(app, cookie, designId, file);
  const waits = sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waits.execute(database.read)).rows[0]?.count).toBe(1);
  await other.query('COMMIT');
  await other.end();

  expect((await second)._id).toBe(first._id);
});
